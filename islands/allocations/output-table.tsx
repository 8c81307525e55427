import { type PointerEvent, useId, useRef, useState } from 'react'
import { errorMessage, fetchData } from '#islands/lib/call.ts'
import { quantityText } from '#islands/lib/figures.ts'
import type { MaterialLine } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'
import { Skeleton } from '#views/ui/small.tsx'

/** Of a line (decision A9). */
const OUTPUT = 2
// Long enough to come over from the button.
const leavems = 200

type OutputTableProps = { job: { id: string; reference: string } }

/** What the job is to make: shown to the mouse that rests on it, to the keyboard, and to a tap. */
export function OutputTable({ job }: OutputTableProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [lines, setLines] = useState<readonly MaterialLine[]>()
  const [problem, setProblem] = useState('')

  function load(): void {
    fetchData<MaterialLine[]>(`/api/materials/getMaterials/${job.id}`).then(
      (found) => {
        setLines(found.filter(({ role }) => role === OUTPUT))
        setProblem('')
      },
      (error) => setProblem(errorMessage(error)),
    )
  }

  function show(): void {
    clearTimeout(timer.current)
    box.current?.showPopover()
  }

  const onMouse = (act: () => void) => (event: PointerEvent) => event.pointerType === 'mouse' && act()
  const hide = () => box.current?.hidePopover()
  const hideSoon = () => {
    timer.current = setTimeout(hide, leavems)
  }

  return (
    <span className="outputs" onPointerEnter={onMouse(show)} onPointerLeave={onMouse(hideSoon)}>
      <Button
        small
        look="quiet"
        icon="boxes"
        popoverTarget={id}
        popoverTargetAction="show"
        aria-label={`Output of ${job.reference}`}
        onFocus={({ target }) => target.matches(':focus-visible') && show()}
        onBlur={hide}
      >
        Output
      </Button>
      <div
        id={id}
        ref={box}
        className="menu"
        popover="auto"
        onToggle={({ newState }) => newState === 'open' && load()}
      >
        <OutputLines lines={lines} problem={problem} />
      </div>
    </span>
  )
}

function OutputLines({ lines, problem }: { lines?: readonly MaterialLine[]; problem: string }) {
  if (problem) return <p className="error">{problem}</p>
  if (!lines) return <Skeleton lines={2} />
  if (lines.length === 0) return <p className="hint">Nothing is quoted as output of this job.</p>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className="number">
            Quoted
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, inventory, description, estimated, unit }) => (
          <tr key={id}>
            <td>{inventory?.name || description}</td>
            <td className="number">{quantityText(estimated, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
