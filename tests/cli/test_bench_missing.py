#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""graze bench in a build without benchmarks says how to get them."""
import unittest

from support import Case


class BenchMissing(Case):
    def test_says_how_to_get_it(self):
        for arguments in [[], ["--quick", "-o", "x"], ["compare", "a", "b"], ["--list"]]:
            self.assert_fails("bench", *arguments, says=["GRAZE_BENCH", "./dev suite"])


if __name__ == "__main__":
    unittest.main()
