// The window sizes with their own layouts. narrow.css has the same limits.

const PHONE =
  "(max-width: 639px), (max-width: 999px) and (orientation: landscape) and (pointer: fine), (max-width: 999px) and (orientation: portrait) and (max-height: 899px)";

/** Upright phones, small windows and high zoom: everything in one column. */
export const phone = matchMedia(PHONE);
/** Phones in landscape: the picture scrolls beside everything else. */
export const sideways = matchMedia("(min-width: 640px) and (max-width: 999px) and (orientation: landscape) and (pointer: coarse)");
/** Phones in either orientation and upright tablets get the narrow picture. */
export const narrow = matchMedia("(max-width: 999px)");
