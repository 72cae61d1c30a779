#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Flies the recorded motions in data/, checks an NC program, and writes a report of each. usage: tools/demo.sh BUILD_FOLDER [OPTIONS OF fly]
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

build=${1:?usage: tools/demo.sh BUILD_FOLDER [OPTIONS OF fly]}
shift
graze=$build/bin/graze
out=$build/demo
[[ -x $graze ]] || { echo "demo: $graze is missing; run ./dev demo" >&2; exit 3; }
mkdir -p "$out"

# fly TITLE ENVIRONMENT OBJECT FLIGHT REPORT: prints the summary; 1 (contacts were found) is what the demo is about.
fly() {
  local status=0
  "$graze" fly "data/$2" "data/$3" --poses "data/flights/$4" --repeat 3 --summary --title "$1" --html "$out/$5" \
    "${options[@]}" || status=$?
  ((status <= 1)) || exit "$status"
}
options=("$@")

echo "An airplane (17,456 triangles) through the crater of Mount St. Helens (73,632 triangles):"
fly "An airplane through the crater of Mount St. Helens" st_helens.ply airplane.ply airplane_crater.csv airplane.html |
  sed 's/^/  /'
echo
echo "A turbine wheel (18,460 triangles) rolling around another one:"
fly "A turbine wheel rolling around another one" turbine_wheel.ply turbine_wheel.ply turbine_wheels.csv turbine.html |
  sed 's/^/  /'
echo
echo "An NC program with one wrong digit against its part (13,760 triangles):"
status=0  # 1, a gouge was found, is what the demo is about
"$graze" gouge data/nc/relief.ply data/nc/relief_slip.nc --tools data/nc/tools.json --start clear \
  --html "$out/gouge.html" > "$out/gouge.txt" || status=$?
sed 's/^/  /' "$out/gouge.txt"
((status == 1)) || exit 3
cat <<TEXT

A step is one pose of the path; its time is that of one exact query for all pairs of triangles that meet, on one core
(the shortest of three). Half of the steps are no slower than the median, 99 % no slower than p99. "In contact" lists
the steps in which the surfaces meet; touching counts, and no tolerance is involved.

Reports, each a single file that needs no network; open them in a browser:
  $(readlink -f "$out")/airplane.html
  $(readlink -f "$out")/turbine.html
  $(readlink -f "$out")/gouge.html
TEXT
