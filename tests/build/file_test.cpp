// SPDX-License-Identifier: Apache-2.0
// Saving and opening: what comes back, and what is refused.
#include "build/file.h"

#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <limits>
#include <thread>
#include <vector>

#include "build/model_cases.h"
#include "build/model_file.h"
#include "graze/query.h"
#include "support/scale.h"

namespace graze::test {
namespace {

using detail::ModelHeader;

class File : public ModelFile {};

TEST_F(File, RoundTripIsExact) {
  const Mesh mesh = random_soup(150, 1);
  for (const Volume volume : kVolumes) {
    for (const int width : {0, 2, 4, 8}) {
      for (const int leaf_size : {0, 1, 3, 11}) {
        SCOPED_TRACE(std::string(name(volume)) + " " + std::to_string(width) + " " + std::to_string(leaf_size));
        const Model model = Model::build(mesh, {.volume = volume, .leaf_size = leaf_size, .width = width});
        model.save(path());
        const Model again = Model::open(path());
        expect_equal(model, again);
        again.save(path("again.graze"));
        EXPECT_EQ(read(path()), read(path("again.graze")));
      }
    }
  }
  EXPECT_EQ(files(), 2u);  // no temporary file is left
}

TEST_F(File, OptionsComeBack) {
  const BuildOptions options{.volume = Volume::sphere,
                             .split = Split::min_max,
                             .point = SplitPoint::median,
                             .leaf_size = 7,
                             .width = 8,
                             .threads = 2,
                             .margin = 0.125,
                             .quality = Quality::fast};
  const Model model = Model::build(patch(6), options);
  model.save(path());
  expect_equal(model, Model::open(path()));
}

TEST_F(File, SmallAndExtremeMeshes) {
  std::vector<Mesh> meshes(3);
  meshes[1].vertices = {{1, 2, 3}};  // no triangle
  meshes[2] = {{{5, 5, 5}}, {{0, 0, 0}}};
  for (const double scale : {1e-320, 1e-170, 1e-40, 1e-9, 1e9, 1e40, 1e149}) {
    Mesh mesh = random_soup(40, 2);
    for (Vec3& v : mesh.vertices) v = {scale * v.x, scale * v.y, scale * v.z};
    meshes.push_back(mesh);
  }
  meshes.push_back(random_soup(40, 3, 1e-9, {1e6, -1e6, 1e6}));
  meshes.push_back(random_soup(40, 4, 0));  // points
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    for (const Volume volume : kVolumes) {
      SCOPED_TRACE(std::to_string(i) + " " + std::string(name(volume)));
      const Model model = Model::build(meshes[i], {.volume = volume});
      model.save(path());
      expect_equal(model, Model::open(path()));
    }
  }
}

TEST_F(File, ReopenedModelAnswersAlike) {
  for (const Volume volume : {Volume::obb, Volume::dop26, Volume::sphere}) {
    const Model a = Model::build(random_soup(300, 5), {.volume = volume});
    const Model b = Model::build(random_soup(200, 6), {.volume = volume});
    a.save(path("a"));
    b.save(path("b"));
    const Model a_again = Model::open(path("a")), b_again = Model::open(path("b"));
    const Pose pose = pose_from_quaternion(0.9, 0.1, -0.3, 0.2, {0.3, 0.4, -0.2});
    const Contacts first = contacts(a, b, pose), second = contacts(a_again, b_again, pose);
    EXPECT_GT(first.pairs.size(), 10u);
    EXPECT_EQ(first.pairs, second.pairs);
    EXPECT_EQ(first.counters.volume_tests, second.counters.volume_tests);
  }
}

TEST_F(File, EveryFlippedByteIsRefused) {
  Model::build(random_soup(9, 7), {.leaf_size = 2}).save(path());
  const std::string good = read(path());
  for (std::size_t i = 0; i < good.size(); i += kSanitized ? 7 : 1) {
    for (const int mask : {0xFF, 1 << (i % 8)}) {
      SCOPED_TRACE("byte " + std::to_string(i) + " xor " + std::to_string(mask));
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ mask);
      write(path("bad"), bad);
      refusal(path("bad"));
      if (HasFailure()) return;
    }
  }
}

TEST_F(File, EveryOtherLengthIsRefused) {
  Model::build(random_soup(9, 7), {.leaf_size = 2}).save(path());
  const std::string good = read(path());
  for (std::size_t length = 0; length < good.size(); length += kSanitized ? 7 : 1) {
    SCOPED_TRACE("length " + std::to_string(length));
    write(path("bad"), good.substr(0, length));
    refusal(path("bad"));
    if (HasFailure()) return;
  }
  for (const std::size_t more : {1, 8, 64, 1000}) {
    SCOPED_TRACE(std::to_string(more) + " bytes more");
    write(path("bad"), good + std::string(more, '\0'));
    EXPECT_NE(refusal(path("bad")).find("its header says"), std::string::npos);
  }
}

TEST_F(File, ForeignFilesAreNamedSo) {
  const std::string texts[] = {"", "solid cube\nendsolid\n", std::string(1000, '\0'), "\x89PNG\r\n\x1A\n",
                               "ply\nformat ascii 1.0\n" + std::string(5000, ' ')};
  for (const std::string& text : texts) {
    write(path(), text);
    EXPECT_EQ(refusal(path()), "not a graze model");
  }
  EXPECT_EQ(refusal(path("missing"), ErrorCode::io), "no such file");
  std::filesystem::create_directory(path("folder"));
  EXPECT_EQ(refusal(path("folder"), ErrorCode::io), "is a directory");
  EXPECT_EQ(refusal("/dev/zero", ErrorCode::io), "not a regular file");
}

TEST_F(File, ForeignHeadersAreNamedSo) {
  Model::build(random_soup(9, 7)).save(path());
  const std::string good = read(path());
  const auto with = [&](auto change) {
    ModelHeader header = header_of(good);
    change(header);
    std::string bytes = good;
    set_header(bytes, header);
    write(path("bad"), forged(bytes));
    return refusal(path("bad"));
  };
  const std::string now = std::to_string(detail::kModelVersion), before = std::to_string(detail::kModelVersion - 1),
                    later = std::to_string(detail::kModelVersion + 1);
  EXPECT_NE(with([](ModelHeader& h) { --h.version; }).find("version " + before + ", older than " + now),
            std::string::npos);
  EXPECT_NE(with([](ModelHeader& h) { ++h.version; }).find("version " + later + ", newer than " + now),
            std::string::npos);
  EXPECT_NE(with([](ModelHeader& h) { h.byte_order = 0x0D0C0B0Au; }).find("byte order"), std::string::npos);
  EXPECT_NE(with([](ModelHeader& h) { h.hierarchy.stride = 999; }).find("laid out"), std::string::npos);
  EXPECT_NE(with([](ModelHeader& h) { h.hierarchy.volume = 99; }).find("no bounding volume"), std::string::npos);
  EXPECT_NE(with([](ModelHeader& h) { h.options.split = -1; }).find("no splitting rule"), std::string::npos);
  EXPECT_NE(with([](ModelHeader& h) { h.options.margin = -1; }).find("margin"), std::string::npos);
  EXPECT_NE(with([](ModelHeader& h) { h.hierarchy.width = 3; }).find("not 2, 4, 8 or 16"), std::string::npos);
  with([](ModelHeader& h) { h.reserved[5] = 1; });
  with([](ModelHeader& h) { h.version = 0; });
}

TEST_F(File, AbsurdSizesAreRefusedAtOnce) {
  Model::build(random_soup(9, 7)).save(path());
  const std::string good = read(path());
  // Counts whose products wrap around, that are just too large, or exchange two sections' sizes.
  for (const std::uint64_t count : {std::uint64_t{1} << 60, ~std::uint64_t{0}, std::uint64_t{353} << 30,
                                    std::uint64_t{0x5555555555555556}, std::uint64_t{0}, std::uint64_t{200}}) {
    for (std::size_t section = 0; section < detail::kSectionCount; ++section) {
      ModelHeader header = header_of(good);
      if (header.sections[section].count == count) continue;  // no directions, no slabs
      header.sections[section].count = count;
      std::string bytes = good;
      set_header(bytes, header);
      write(path("bad"), forged(bytes));
      refusal(path("bad"));
      header.sections[section].offset = count;
      detail::place_sections(header);
      set_header(bytes, header);
      write(path("bad"), forged(bytes));
      refusal(path("bad"));
    }
  }
}

TEST_F(File, ForgedMeshesAreRefused) {
  const Model model = Model::build(random_soup(9, 7));
  Mesh mesh = model.mesh();
  mesh.vertices[4].y = std::numeric_limits<double>::quiet_NaN();
  detail::write_model(path(), mesh, {}, model.hierarchy());
  refusal(path());
  mesh = model.mesh();
  mesh.triangles[3][1] = 4000;
  detail::write_model(path(), mesh, {}, model.hierarchy());
  EXPECT_NE(refusal(path()).find("4000"), std::string::npos);
  mesh = model.mesh();
  std::swap(mesh.triangles[3], mesh.triangles[4]);
  detail::write_model(path(), mesh, {}, model.hierarchy());
  EXPECT_NE(refusal(path()).find("differ from the mesh"), std::string::npos);
}

// Any word of a well-formed file replaced, checksum made right: what is not refused answers as before.
TEST_F(File, ForgedWordsAreRefusedOrHarmless) {
  std::mt19937 random(8);
  const Model other = Model::build(random_soup(60, 9));
  int refused = 0, total = 0;
  for (const Volume volume : kVolumes) {
    const Model model = Model::build(random_soup(60, 10), {.volume = volume, .leaf_size = 5, .width = 4});
    const Contacts expected = contacts(model, other, Pose{});
    ASSERT_GT(expected.pairs.size(), 10u);
    model.save(path());
    const std::string good = read(path());
    const ModelHeader header = header_of(good);
    const std::uint32_t values[] = {0, 1, 0xFFFFFFFFu, 0x80000000u, 0x7FC00000u, 0x7F800000u, 0x3F800000u};
    for (int i = 0; i < scaled(400); ++i, ++total) {
      const std::size_t words = (good.size() - 8 - header.sections[detail::kNodes].offset) / 4;
      const std::size_t at = header.sections[detail::kNodes].offset + 4 * (random() % words);
      const std::uint32_t value = random() % 2 == 0 ? values[random() % std::size(values)] : std::uint32_t(random());
      std::string bad = good;
      std::memcpy(bad.data() + at, &value, 4);
      write(path("bad"), forged(bad));
      try {
        const Model opened = Model::open(path("bad"));
        EXPECT_EQ(contacts(opened, other, Pose{}).pairs, expected.pairs) << name(volume) << " byte " << at;
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::corrupt_model) << error.what();
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, total / 2);
}

TEST_F(File, UnwritablePlaces) {
  const Model model = Model::build(random_soup(9, 7));
  const auto failure = [&](const std::filesystem::path& file) -> std::string {
    try {
      model.save(file);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::io);
      EXPECT_EQ(error.file(), file);
      return error.message();
    }
    ADD_FAILURE() << "saved";
    return {};
  };
  EXPECT_EQ(failure(path("no/such/folder")), "cannot be written: No such file or directory");
  write(path("plain"), "");
  EXPECT_EQ(failure(path("plain") / "x"), "cannot be written: Not a directory");
  std::filesystem::create_directories(path("folder"));
  EXPECT_EQ(failure(path("folder")), "cannot be written: Is a directory");
  EXPECT_EQ(files(), 2u);
}

// A limit on file sizes stands in for a full disk.
TEST_F(File, FailedWriteLeavesTheOldFile) {
  const Model small = Model::build(random_soup(9, 7)), large = Model::build(random_soup(3000, 7));
  small.save(path());
  const std::string before = read(path());
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit low{100000, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &low);
  EXPECT_THROW(large.save(path()), Error);
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read(path()), before);
  EXPECT_EQ(files(), 1u);
  large.save(path());
  expect_equal(large, Model::open(path()));
}

TEST_F(File, SavedWhileItIsOpened) {
  const Model first = Model::build(random_soup(50, 11)), second = Model::build(random_soup(900, 12));
  first.save(path());
  std::atomic<int> wrong{0};
  const int rounds = scaled(60);
  const auto save = [&](const Model& model) {
    for (int i = 0; i < rounds; ++i) model.save(path());
  };
  const auto open = [&] {
    for (int i = 0; i < rounds; ++i) {
      try {
        const Model model = Model::open(path());
        const Model& same = model.mesh().triangles.size() == 50 ? first : second;
        if (!same_bytes(model.hierarchy().nodes, same.hierarchy().nodes)) ++wrong;
      } catch (const Error&) {
        ++wrong;
      }
    }
  };
  std::vector<std::thread> threads;
  threads.emplace_back(save, std::cref(first));
  threads.emplace_back(save, std::cref(second));
  threads.emplace_back(open);
  threads.emplace_back(open);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(files(), 1u);
}

TEST(Checksum, SeesEveryBitAndLengthAndDoesNotDependOnPieces) {
  std::string text;
  for (int i = 0; i < 133; ++i) text += static_cast<char>(i * 7);
  const auto digest = [](const std::string& bytes, std::size_t piece) {
    detail::Checksum checksum;
    for (std::size_t i = 0; i < bytes.size(); i += piece) {
      checksum.update(bytes.data() + i, std::min(piece, bytes.size() - i));
    }
    return checksum.digest();
  };
  const std::uint64_t whole = digest(text, text.size());
  for (std::size_t piece = 1; piece < 70; ++piece) EXPECT_EQ(digest(text, piece), whole);
  std::vector<std::uint64_t> seen{whole, digest(text + '\0', 64), digest(text.substr(0, 132), 64), digest("", 1)};
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    std::string flipped = text;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    seen.push_back(digest(flipped, 64));
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

}  // namespace
}  // namespace graze::test
