// The sizes of windows that have layouts of their own. The same limits are in narrow.css.

const PHONE =
  "(max-width: 639px), (max-width: 999px) and (orientation: landscape) and (pointer: fine), (max-width: 999px) and (orientation: portrait) and (max-height: 899px)";

/** Upright phones, small windows and high zoom: everything in one column. */
export const phone = matchMedia(PHONE);
/** Phones on their side: the picture scrolls beside everything else. */
export const sideways = matchMedia("(min-width: 640px) and (max-width: 999px) and (orientation: landscape) and (pointer: coarse)");
/** Phones, also on their side, and upright tablets get the narrow picture. */
export const narrow = matchMedia("(max-width: 999px)");
