import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { DragArea, DropList, type ListPosition } from '#islands/lib/drag.tsx'
import { Button, IconButton } from '#views/ui/button.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { StepForm } from './form.tsx'
import { lanePositionAt, type Step, type StepsProps, stepListRows } from './props.ts'
import { LaneListItem, StepListItem } from './row.tsx'
import { NoSteps, StepText } from './static.tsx'
import { useSteps } from './use-steps.ts'

const instructions =
  'Press the space bar to pick the step up, the arrow keys to carry it, the space bar to put it down and Escape to leave it where it was. The keys [ and ] move it to the lane before or after.'

/** The Steps tab of a job category: steps dragged within and between the four lanes and the group of none, which are one list. */
export default function StepsIsland(props: StepsProps) {
  const { lanes } = props
  const { steps, archived, setArchived, unsaved, refresh, place, shift, hold, release, ...act } =
    useSteps(props)
  const [editing, setEditing] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const tofocus = useRef('')

  // A step that changes lanes is a new element; the focus goes with it.
  useLayoutEffect(() => {
    const { current: selector } = tofocus
    if (selector) root.current?.querySelector<HTMLElement>(selector)?.focus()
    tofocus.current = ''
  })

  function press(event: KeyboardEvent): void {
    const by = event.key === '[' ? -1 : event.key === ']' ? 1 : undefined
    const row = (event.target as Element).closest<HTMLElement>('[data-step]')
    if (!by || !row?.dataset.step || event.target !== row.querySelector('.grip')) return
    event.preventDefault()
    tofocus.current = `[data-step="${row.dataset.step}"] .grip`
    shift(row.dataset.step, { lane: by })
  }

  const editor = (step: Step) => (
    <StepForm
      step={step}
      lanes={lanes}
      onCancel={() => setEditing('')}
      onSave={async (values) => {
        const wrong = await act.change(step, values)
        if (!wrong) setEditing('')
        return wrong
      }}
    />
  )

  const rows = stepListRows(steps, lanes)
  const spoken = ({ index }: ListPosition, id: string) => {
    const at = lanePositionAt(rows, id, index)
    return at ? `place ${at.index + 1} of ${at.lane.label}` : 'no lane'
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the steps within it
    <div className="carried" ref={root} onKeyDown={press}>
      <label className="toggle">
        <input
          type="checkbox"
          form={NO_FORM}
          checked={archived}
          onChange={(event) => setArchived(event.target.checked)}
        />
        <span>Show archived</span>
      </label>
      {unsaved && (
        <p className="unsaved" role="alert">
          <span className="error">{unsaved}</span>
          <Button small icon="refresh-cw" onClick={() => void refresh()}>
            Refresh
          </Button>
        </p>
      )}
      {steps.length === 0 && <NoSteps />}
      {steps.length > 0 && (
        <DragArea
          name={() => 'the steps'}
          place={spoken}
          instructions={instructions}
          onStart={hold}
          onDrop={({ id, to }) => {
            release()
            const at = to && lanePositionAt(rows, id, to.index)
            if (at) place(id, at.lane.value, at.index)
            else void refresh()
          }}
        >
          <DropList id="steps">
            {(list) => (
              <ol ref={list.innerRef} {...list.droppableProps}>
                {rows.map((row, index) =>
                  row.kind === 'lane' ? (
                    <LaneListItem key={row.id} row={row} index={index} />
                  ) : (
                    <StepListItem
                      key={row.id}
                      row={row}
                      index={index}
                      onShift={(by) => shift(row.id, { place: by })}
                      onEdit={() => setEditing(row.id)}
                      onArchive={() => void act.archive(row.step)}
                      editor={row.id === editing && editor(row.step)}
                    />
                  ),
                )}
                {list.placeholder}
              </ol>
            )}
          </DropList>
        </DragArea>
      )}
      <ArchivedSteps
        steps={steps.filter((step) => step.archived)}
        onRestore={(step) => void act.archive(step)}
      />
      {!editing && <StepForm lanes={lanes} onSave={act.add} />}
    </div>
  )
}

type ArchivedProps = { steps: readonly Step[]; onRestore: (step: Step) => void }

function ArchivedSteps({ steps, onRestore }: ArchivedProps) {
  if (steps.length === 0) return null
  return (
    <ul>
      {steps.map((step) => (
        <li key={step.id} className="archived">
          <StepText step={step} />
          <IconButton icon="archive-restore" label={`Restore ${step.name}`} onClick={() => onRestore(step)} />
        </li>
      ))}
    </ul>
  )
}
