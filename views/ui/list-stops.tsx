import { wholeNumber } from '#views/format.ts'

type ListStopsProps = { rows: readonly unknown[]; at: number; rest: string }

/** Below a list without pages that is full: that it stops, and where the rest is. */
export const ListStops = ({ rows, at, rest }: ListStopsProps) =>
  rows.length >= at && (
    <p className="hint">
      No more than {wholeNumber(at)} stand here. {rest}
    </p>
  )
