type Line = { estimated: number; consumed: number; linerate?: number | null }

/** Of a line at a price; one of words alone has no rate, and who sees no prices is told of every line. */
export const hasZeroQuantity = ({ estimated, consumed, linerate }: Line) =>
  estimated === 0 && consumed === 0 && linerate !== 0
