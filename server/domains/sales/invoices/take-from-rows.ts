/** Of some rows. */
export const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((all, row) => all + of(row), 0)

/** The least of some quantities, and no less than nothing. */
export const limit = (...to: number[]) => Math.max(0, Math.min(...to))

type Taking<T> = (row: T, quantity: number) => T

/** Changes rows in their order until all is taken. Gives the rows, and what was taken. */
export function take<T extends object>(
  rows: readonly T[],
  { quantity, most, by }: { quantity: number; most: (row: T) => number; by: Taking<T> },
) {
  let left = quantity
  const changed = rows.map((row) => {
    const taken = limit(left, most(row))
    left -= taken
    return taken > 0 ? by(row, taken) : row
  })
  return { rows: changed, taken: quantity - left }
}
