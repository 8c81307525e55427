import { formatQuantity } from '#views/format.ts'

/** Of a list without pages: that it stops, and where the rest is. */
export const ListStops = ({ at, rest }: { at: number; rest: string }) => (
  <p className="hint">
    No more than {formatQuantity(at * 1_000_000)} stand here. {rest}
  </p>
)
