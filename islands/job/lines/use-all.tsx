import type { MaterialLine } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'
import { isUnused, withInputs } from './line-values.ts'
import type { LinesStore } from './lines-store.ts'

/** `lines`: of the tab. */
type UseAllProps = { lines: readonly MaterialLine[]; all: readonly MaterialLine[]; store: LinesStore }

/** Takes what those of the tab plan as used, with what goes into them. */
export function UseAll({ lines: shown, all, store }: UseAllProps) {
  const lines = shown.filter(isUnused)
  if (lines.length === 0) return null
  return (
    <Button
      className="useall"
      icon="check"
      onClick={() => void store.consumeEstimated(withInputs(lines, all))}
    >
      Use {lines.length === 1 ? 'the line' : `${lines.length} lines`} as estimated
    </Button>
  )
}
