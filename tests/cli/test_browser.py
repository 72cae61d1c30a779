# SPDX-License-Identifier: Apache-2.0
"""The report in headless Chromium: it draws, and without a word on the console. Registered only where Chromium is.

CHROMIUM names the browser.
"""
import os
import re
import subprocess
import unittest

from support import Case, circling_poses

FLAGS = ["--headless=new", "--no-sandbox", "--no-first-run", "--disable-quic", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
         "--ignore-gpu-blocklist", "--hide-scrollbars", "--virtual-time-budget=1500", "--enable-logging=stderr"]


class Browser(Case):
    def open(self, page, fragment="", size="1280,800"):
        profile = self.folder / "profile"
        command = [os.environ["CHROMIUM"], *FLAGS, f"--user-data-dir={profile}", f"--window-size={size}", "--dump-dom",
                   f"file://{page}#{fragment}"]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=240)
        console = [line for line in result.stderr.splitlines() if "CONSOLE" in line]
        self.assertEqual(console, [])
        return result.stdout

    def test_draws_steps_and_words(self):
        poses = self.file("p.csv", circling_poses(60, 1.4))
        html = self.folder / "r.html"
        self.run_for(1, "fly", self.ball, self.cube, "--poses", poses, "--html", html, "--title", "A <b>title</b>")
        dom = self.open(html, "step=17&view=chase&theme=dark")
        self.assertIn('data-ready="true"', dom)
        self.assertNotIn("data-nogl", dom)
        self.assertIn('data-theme="dark"', dom)
        self.assertIn("A &lt;b&gt;title&lt;/b&gt;", dom)
        self.assertRegex(dom, r"<strong>Step 17 </strong>")
        self.assertEqual(len(re.findall(r'class="tile ', dom)), 6)
        self.assertEqual(len(re.findall(r"<td>step \d+</td>", dom)), 10)
        self.assertRegex(dom, r"<canvas[^>]*data-engine=\"three.js")

    def test_a_single_free_pose_on_a_small_screen(self):
        html = self.folder / "r.html"
        self.run_for(0, "fly", self.ball, self.cube, "--poses", self.file("p.csv", "5 0 0 1 0 0 0\n"), "--what", "any", "--html", html)
        dom = self.open(html, size="390,844")
        self.assertIn('data-ready="true"', dom)
        self.assertRegex(dom, r"<strong>Step 0 </strong>")


if __name__ == "__main__":
    unittest.main()
