# SPDX-License-Identifier: Apache-2.0
"""Files that are not there, not meshes, damaged or not writable; saved models; outputs whole or not at all."""
import os
import unittest

from support import IDENTITY, Case


class Inputs(Case):
    def test_every_command_refuses_what_is_no_mesh(self):
        poses = self.file("p.csv", IDENTITY)
        cases = [(self.folder / "missing.ply", "no such file"), (self.folder, "directory"),
                 (self.file("empty.ply"), "empty.ply"), (self.file("a.nonsense", "hello"), "a.nonsense"),
                 (self.file("noend", "hello"), "noend"), (self.file("text.ply", "not a ply\n"), "text.ply"),
                 (self.file("short.stl", b"\0" * 50), "short.stl")]
        for path, word in cases:
            self.assert_fails("info", path, says=word)
            self.assert_fails("check", path, self.cube, says=word)
            self.assert_fails("check", self.cube, path, says=word)
            self.assert_fails("fly", self.cube, path, "--poses", poses, says=word)
            self.assert_fails("build", path, "-o", self.folder / "out.graze", says=word)
            self.assertFalse((self.folder / "out.graze").exists())

    def test_names_that_lead_nowhere(self):
        (self.folder / "loop.off").symlink_to(self.folder / "loop.off")
        self.assert_fails("info", "", says="empty file name")
        self.assert_fails("info", self.folder / "loop.off", says=["loop.off", "symbolic links"])
        self.assert_fails("info", self.folder / ("x" * 300), says="too long")
        for command in [["check", self.cube, self.cube, "-o", ""], ["build", self.cube, "-o", ""]]:
            self.assert_fails(*command, says="empty file name")

    def test_what_cannot_be_built_is_named(self):
        huge = self.file("huge.off", "OFF\n3 1 0\n1e200 0 0\n-1e200 0 0\n0 1e200 0\n3 0 1 2\n")
        self.assert_fails("info", huge, says=["huge.off", "1e150"])
        self.assert_fails("check", self.cube, huge, says=["huge.off", "1e150"])

    def test_unicode_names(self):
        folder = self.folder / "ünï 目录"
        folder.mkdir()
        mesh, model = folder / "キューブ.off", folder / "モデル.graze"
        mesh.write_bytes(self.cube.read_bytes())
        self.run_for(0, "build", mesh, "-o", model)
        self.assertEqual(self.json(1, "check", model, mesh)["a"]["file"], str(model))

    def test_pose_files_that_are_none(self):
        self.assert_fails("check", self.cube, self.cube, "--poses", self.folder / "no.csv", says=["no.csv", "no such file"])
        self.assert_fails("check", self.cube, self.cube, "--poses", self.folder, says="directory")
        self.assert_fails("fly", self.cube, self.cube, "--poses", self.file("empty.csv"), says=["empty.csv", "no pose"])

    def test_non_finite_coordinates_are_refused(self):
        mesh = self.file("nan.off", "OFF\n3 1 0\n0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n")
        self.assert_fails("info", mesh, says="nan.off")

    def test_one_bad_file_among_good_ones(self):
        missing, broken = self.folder / "missing.ply", self.file("broken.ply", "not a ply\n")
        result = self.run_for(3, "info", missing, self.cube, broken, self.ball)
        self.assertEqual([line.split()[0] for line in result.stdout.splitlines() if line[0:1].strip()],
                         [str(self.cube), str(self.ball)])
        errors = result.stderr.splitlines()
        self.assertEqual(len(errors), 2)
        for line, name in zip(errors, [missing, broken]):
            self.assertTrue(line.startswith(f"graze: error: {name}"), line)
        self.assertEqual(len(self.json(3, "info", missing, self.cube, "--volume", "aabb")["files"]), 1)
        files = self.json(3, "info", self.cube, missing)["files"]
        self.assertEqual([entry["file"] for entry in files], [str(self.cube)])
        self.run_for(3, "info", "--strict", self.file("open.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"), missing)

    def test_nothing_but_degenerate_triangles(self):
        flat = self.file("flat.off", "OFF\n3 2 0\n0 0 0\n1 0 0\n2 0 0\n3 0 1 2\n3 0 0 0\n")
        text = self.run_for(0, "info", flat).stdout
        self.assertRegex(text, r"surface +none: every triangle is degenerate")
        self.assertNotIn("open", text)
        self.run_for(1, "info", "--strict", flat)

    def test_info_names_defects(self):
        box = self.json(0, "info", self.cube)
        self.assertEqual((box["schema"], len(box["files"])), ("graze-info-1", 1))
        mesh = box["files"][0]["mesh"]
        self.assertTrue(mesh["closed"] and mesh["manifold"] and mesh["oriented"])
        self.assertEqual((mesh["triangles"], mesh["volume"], mesh["area"]), (12, 1, 6))
        self.assertEqual(mesh["box"], {"lower": [0, 0, 0], "upper": [1, 1, 1]})
        bad = self.file("bad.off", "OFF\n4 3 0\n0 0 0\n1 0 0\n0 1 0\n2 0 0\n3 0 1 2\n3 0 1 3\n3 2 1 0\n")
        mesh = self.json(0, "info", bad)["files"][0]["mesh"]
        self.assertEqual((mesh["degenerate_triangles"], mesh["duplicate_triangles"], mesh["manifold"]), (1, 1, False))
        self.assertIsNone(mesh["volume"])
        self.run_for(1, "info", "--strict", bad)
        self.run_for(0, "info", "--strict", self.cube)
        sheet = self.file("sheet.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")
        mesh = self.json(1, "info", "--strict", sheet)["files"][0]["mesh"]
        self.assertEqual((mesh["open_edges"], mesh["closed"], mesh["area"]), (3, False, 0.5))
        text = self.run_for(0, "info", bad, self.cube).stdout
        self.assertIn("1 degenerate triangle,", text)
        self.assertIn("bounds a solid", text)

    def test_names_that_are_no_utf8(self):
        path = os.path.join(os.fsencode(self.folder), b"b\xff.off")
        with open(path, "wb") as file:
            file.write(self.cube.read_bytes())
        self.assertEqual(self.json(0, "info", os.fsdecode(path))["files"][0]["mesh"]["triangles"], 12)


class Outputs(Case):
    def assert_no_leftovers(self, *expected):
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(["ball.off", "cube.off", *expected]))

    def test_outputs_that_cannot_be(self):
        poses = self.file("p.csv", IDENTITY)
        for out, word in [(self.folder / "no" / "x", "No such file"), (self.folder, "directory"),
                          (self.cube, "input"), ("/dev/null", "regular"), (self.ball, "input")]:
            for command in [["check", self.cube, self.ball, "-o", out], ["fly", self.cube, self.ball, "--poses", poses, "-o", out]]:
                self.assert_fails(*command, says=word)
        self.assert_fails("build", self.cube, "-o", self.cube, says="input")
        self.assert_fails("build", self.cube, "-o", self.folder / "no" / "x")
        self.assert_fails("build", self.cube, "-o", "/dev/null", says="regular")
        self.assert_fails("build", self.cube, "-o", self.folder, says="directory")
        self.assert_fails("fly", self.cube, self.ball, "--poses", poses, "-o", poses, says="input")
        link = self.folder / "link.off"
        link.symlink_to(self.cube)
        self.assert_fails("build", self.cube, "-o", link, says="input")
        link.unlink()
        self.assertTrue(os.path.exists("/dev/null") and not os.path.isfile("/dev/null"))
        self.assert_no_leftovers("p.csv")

    def test_a_failure_leaves_the_old_file_alone(self):
        out = self.file("out.csv", "old")
        self.assert_fails("check", self.cube, self.folder / "missing.ply", "-o", out)
        self.assertEqual(out.read_text(), "old")
        self.assert_no_leftovers("out.csv")
        self.run_for(1, "check", self.cube, self.cube, "--csv", "-o", out)
        self.assertEqual(out.read_text(), "pose,collides\n0,1\n")
        self.assert_no_leftovers("out.csv")

    def test_a_link_stays_a_link(self):
        (self.folder / "link.csv").symlink_to(self.folder / "real.csv")
        self.run_for(1, "check", self.cube, self.cube, "--csv", "-o", self.folder / "link.csv")
        self.assertTrue((self.folder / "link.csv").is_symlink())
        self.assertEqual((self.folder / "real.csv").read_text(), "pose,collides\n0,1\n")


class SavedModels(Case):
    def setUp(self):
        super().setUp()
        self.model = self.folder / "ball.anything"
        report = self.json(0, "build", self.ball, "-o", self.model, "--volume", "dop18", "--width", "2")
        self.assertEqual((report["schema"], report["bytes"]), ("graze-build-1", self.model.stat().st_size))

    def test_found_by_content_and_equal_to_the_mesh(self):
        info = self.json(0, "info", self.model)["files"][0]
        self.assertTrue(info["saved_model"])
        self.assertEqual((info["hierarchy"]["volume"], info["hierarchy"]["width"]), ("dop18", 2))
        answers = [self.run_for(1, "check", a, b, "--what", "all", "--csv", "--pose", "0.7 0.1 0 1 0.2 0.1 0").stdout
                   for a in (self.ball, self.model) for b in (self.ball, self.model)]
        self.assertGreater(len(answers[0].splitlines()), 10)
        self.assertEqual(len(set(answers)), 1)

    def test_what_is_for_experiments_comes_back(self):
        options = ["--volume", "hybrid", "--width", "16", "--split", "widest_gap", "--subdivide", "1", "--regroup", "3"]
        built = self.json(0, "build", self.ball, "-o", self.model, *options)["hierarchy"]
        opened = self.json(0, "info", self.model)["files"][0]["hierarchy"]
        self.assertEqual(opened, built)
        self.assertEqual((opened["volume"], opened["split"], opened["width"]), ("hybrid", "widest_gap", 16))
        self.assertEqual(opened["spheres"] + opened["rounded_boxes"] + opened["boxes"] > 0, True)
        self.assert_fails("build", self.ball, "-o", self.model, "--regroup", "2")
        self.assert_fails("build", self.ball, "-o", self.model, "--width", "5")

    def test_damaged_ones_are_refused(self):
        data = self.model.read_bytes()
        middle = len(data) // 2
        for name, content in [("cut", data[:middle]), ("flipped", data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1:]),
                              ("longer", data + b"\0"), ("header", data[:20]), ("version", data[:12] + b"\x99" + data[13:])]:
            self.assert_fails("info", self.file(name, content), says=name)
            self.assert_fails("check", self.cube, self.file(name, content), says=name)

    def test_build_options_need_a_mesh(self):
        self.assert_fails("check", self.model, self.model, "--volume", "aabb", says="saved models")
        self.run_for(1, "check", self.model, self.ball, "--volume", "aabb")
        self.assert_fails("build", self.model, "-o", self.folder / "again", says="already a saved model")


if __name__ == "__main__":
    unittest.main()
