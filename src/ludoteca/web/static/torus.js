/** Geometry of boards that wrap around. */

/** The shorter of the two ways around. @param {number} offset @param {number} period */
export function wrappedOffset(offset, period) {
  const remainder = ((offset % period) + period) % period;
  return remainder > period / 2 ? remainder - period : remainder;
}
