// SPDX-License-Identifier: Apache-2.0
#include "nc/gcode/words.h"

namespace graze::nc::detail {

// Refused codes with a name; any other unknown code is refused as well.
static const char* refused_g(int code) {
  switch (code) {
    case 50:
    case 51:
    case 52:
    case 53:
      return "a spline or NURBS, or high-speed mode";
    case 70:
      return "diameter mode";
    case 120:
    case 130:
      return "circular pocket milling";
    case 160:
      return "polar coordinates";
    case 310:
    case 382:
    case 383:
    case 384:
    case 385:
      return "probing";
    case 330:
    case 331:
      return "spindle-synchronised motion";
    case 410:
    case 411:
    case 420:
    case 421:
      return "cutter radius compensation";
    case 434:
    case 435:
      return "tool centre point control";
    case 450:
    case 460:
    case 470:
    case 480:
      return "tool position offset, or engraving";
    case 510:
    case 511:
      return "scaling or mirroring";
    case 542:
      return "dynamic fixture offset";
    case 531:
    case 682:
    case 683:
      return "a tilted work plane";
    case 600:
      return "positioning from one side";
    case 660:
    case 661:
      return "a modal macro call";
    case 680:
      return "coordinate rotation";
    case 720:
    case 710:
    case 700:
    case 701:
    case 711:
    case 712:
    case 721:
    case 722:
      return "a bolt-hole or turning cycle";
    case 760:
      return "a threading or fine-boring cycle";
    case 870:
    case 880:
      return "a boring cycle with manual or oriented retract";
    default:
      return "not known";
  }
}

static Code fanuc_g(int code) {
  switch (code) {
    case 541:
      return {Group::work, Use::executed, ""};
    case 440:
      return {Group::length, Use::executed, ""};
    case 660:
      return {Group::once, Use::refused, refused_g(code)};
    // Cancels of what is refused, look-ahead, smoothing, stored stroke limits, rigid tapping: nothing moves.
    case 50:
    case 51:
    case 80:
    case 81:
    case 90:
    case 110:
    case 150:
    case 220:
    case 230:
    case 501:
    case 500:
    case 620:
    case 630:
    case 670:
    case 690:
    case 842:
    case 843:
    case 1030:
    case 1870:
      return {Group::other, Use::harmless, ""};
    default:
      return {Group::motion, Use::refused, refused_g(code)};
  }
}

Code g_code(int code, Dialect dialect) {
  const bool fanuc = dialect == Dialect::fanuc;
  switch (code) {
    case 0:
    case 10:
    case 20:
    case 30:
      return {Group::motion, Use::executed, ""};
    case 730:
    case 740:
    case 810:
    case 820:
    case 830:
    case 840:
    case 850:
    case 860:
    case 890:
      return {Group::motion, Use::executed, ""};
    case 800:
      return {Group::cancel, Use::executed, ""};
    case 40:
      return {Group::once, Use::harmless, ""};
    case 100:
    case 280:
    case 300:
    case 520:
    case 920:
      return {Group::once, Use::executed, ""};
    case 281:
    case 301:
    case 921:
    case 922:
    case 923:
      if (fanuc) return {Group::once, Use::refused, "not known"};
      return {Group::once, Use::executed, ""};
    case 530:
      return {Group::machine, Use::executed, ""};
    case 170:
    case 180:
    case 190:
      return {Group::plane, Use::executed, ""};
    case 171:
    case 181:
    case 191:
      return {Group::plane, Use::refused, "a plane of the axes U V W"};
    case 200:
    case 210:
      return {Group::units, Use::executed, ""};
    case 400:
      return {Group::cutter, Use::executed, ""};
    case 410:
    case 411:
    case 420:
    case 421:
      return {Group::cutter, Use::refused, refused_g(code)};
    case 430:
    case 490:
      return {Group::length, Use::executed, ""};
    case 431:
    case 432:
      if (fanuc) return {Group::length, Use::refused, "not known"};
      return {Group::length, Use::executed, ""};
    case 434:
    case 435:
      return {Group::length, Use::refused, refused_g(code)};
    case 540:
    case 550:
    case 560:
    case 570:
    case 580:
    case 590:
      return {Group::work, Use::executed, ""};
    case 591:
    case 592:
    case 593:
      if (fanuc) return {Group::work, Use::refused, "not known"};
      return {Group::work, Use::executed, ""};
    case 610:
    case 611:
    case 640:
      return {Group::path, Use::executed, ""};
    case 650:
      return {Group::macro, fanuc ? Use::executed : Use::refused, "a macro call of the fanuc dialect"};
    case 70:
      return {Group::diameter, Use::refused, refused_g(code)};
    case 80:
      if (fanuc) break;
      return {Group::diameter, Use::harmless, ""};
    case 900:
    case 910:
      return {Group::distance, Use::executed, ""};
    case 901:
    case 911:
      if (fanuc) return {Group::arc_distance, Use::refused, "not known"};
      return {Group::arc_distance, Use::executed, ""};
    case 930:
    case 940:
    case 950:
      return {Group::feed_mode, Use::executed, ""};
    case 960:
    case 970:
      return {Group::spindle_mode, Use::harmless, ""};
    case 980:
    case 990:
      return {Group::retract, Use::executed, ""};
    default:
      break;
  }
  if (fanuc) return fanuc_g(code);
  return {Group::motion, Use::refused, refused_g(code)};
}

Code m_code(int code, Dialect dialect) {
  const bool fanuc = dialect == Dialect::fanuc;
  switch (code) {
    case 0:
    case 10:
    case 600:
      return {Group::stop, Use::harmless, ""};
    case 20:
    case 300:
    case 980:
    case 990:
      return {Group::stop, Use::executed, ""};
    case 970:
      return {Group::stop, fanuc ? Use::executed : Use::refused, "a local call of the fanuc dialect"};
    case 60:
      return {Group::tool, Use::executed, ""};
    case 610:
      if (fanuc) break;
      return {Group::tool, Use::executed, ""};
    case 30:
    case 40:
    case 50:
      return {Group::spindle, Use::harmless, ""};
    case 190:
      return {Group::spindle, Use::harmless, ""};
    case 70:
    case 80:
    case 90:
      return {Group::coolant, Use::harmless, ""};
    case 480:
    case 490:
      return {Group::overrides, Use::harmless, ""};
    case 500:
    case 510:
    case 520:
    case 530:
    case 620:
    case 630:
    case 640:
    case 650:
    case 660:
    case 670:
    case 680:
      if (fanuc) break;
      return {Group::inputs, Use::harmless, ""};
    // Clamps of rotary axes, chip conveyor, air, through-spindle coolant, rigid tapping: common to Fanuc and Haas
    // mills.
    case 100:
    case 110:
    case 120:
    case 130:
    case 290:
    case 310:
    case 330:
    case 340:
    case 350:
    case 410:
    case 420:
    case 830:
    case 840:
    case 880:
    case 890:
      if (fanuc) return {Group::other, Use::harmless, ""};
      break;
    case 700:
    case 710:
    case 720:
    case 730:
      if (!fanuc) return {Group::other, Use::refused, "saving and restoring of modes"};
      break;
    default:
      break;
  }
  return {Group::other, Use::refused, "a code of the machine's builder"};
}

}  // namespace graze::nc::detail
