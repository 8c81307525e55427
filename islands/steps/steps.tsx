import '#islands/shared.ts'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { DragArea, type Drop, DropList, type ListPosition } from '#islands/lib/drag.tsx'
import { Button, IconButton } from '#views/ui/button.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { StepForm } from './form.tsx'
import { lanePositionAt, type Step, type StepLane, type StepsProps, stepListRows } from './props.ts'
import { LaneListItem, StepListItem } from './row.tsx'
import { NoSteps, StepText } from './static.tsx'
import { type StepValues, useSteps } from './use-steps.ts'

const instructions =
  'Press the space bar to pick the step up, the arrow keys to carry it, the space bar to put it down and Escape to leave it where it was. The keys [ and ] move it to the lane before or after.'

export default function StepsIsland(props: StepsProps) {
  const { lanes } = props
  const list = useSteps(props)
  const { steps, archived, setArchived, unsaved, refresh } = list
  const [editing, setEditing] = useState('')
  const { root, onKeyDown } = useLaneKeys(list.moveToLane)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the steps within it
    <div className="carried" ref={root} onKeyDown={onKeyDown}>
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
      {steps.length > 0 && <ActiveSteps {...{ list, lanes, editing }} onEdit={setEditing} />}
      <ArchivedSteps
        steps={steps.filter((step) => step.archived)}
        onRestore={(step) => void list.archive(step)}
      />
      {!editing && <StepForm lanes={lanes} onSave={list.add} />}
    </div>
  )
}

function useLaneKeys(moveToLane: (id: string, by: -1 | 1) => void) {
  const root = useRef<HTMLDivElement>(null)
  const tofocus = useRef('')

  // A step that changes lanes is a new element; the focus goes with it.
  useLayoutEffect(() => {
    const { current: selector } = tofocus
    if (selector) root.current?.querySelector<HTMLElement>(selector)?.focus()
    tofocus.current = ''
  })

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === '[' ? -1 : event.key === ']' ? 1 : undefined
    const row = (event.target as Element).closest<HTMLElement>('[data-step]')
    if (!by || !row?.dataset.step || event.target !== row.querySelector('.grip')) return
    event.preventDefault()
    tofocus.current = `[data-step="${row.dataset.step}"] .grip`
    moveToLane(row.dataset.step, by)
  }

  return { root, onKeyDown }
}

type LivingStepsProps = {
  list: ReturnType<typeof useSteps>
  lanes: readonly StepLane[]
  editing: string
  onEdit: (id: string) => void
}

function ActiveSteps({ list, lanes, editing, onEdit }: LivingStepsProps) {
  const rows = stepListRows(list.steps, lanes)

  const positionText = ({ index }: ListPosition, id: string) => {
    const at = lanePositionAt(rows, id, index)
    return at ? `place ${at.index + 1} of ${at.lane.label}` : 'no lane'
  }

  function onDrop({ id, to }: Drop): void {
    list.release()
    const at = to && lanePositionAt(rows, id, to.index)
    if (at) list.moveTo(id, at.lane.value, at.index)
    else void list.refresh()
  }

  return (
    <DragArea
      name={() => 'the steps'}
      describe={positionText}
      instructions={instructions}
      onStart={list.hold}
      onDrop={onDrop}
    >
      <DropList id="steps">
        {(drop) => (
          <ol ref={drop.innerRef} {...drop.droppableProps}>
            {rows.map((row, index) =>
              row.kind === 'lane' ? (
                <LaneListItem key={row.id} row={row} index={index} />
              ) : (
                <StepListItem
                  key={row.id}
                  row={row}
                  index={index}
                  onMove={(by) => list.moveWithinLane(row.id, by)}
                  onEdit={() => onEdit(row.id)}
                  onArchive={() => void list.archive(row.step)}
                  editor={
                    row.id === editing && (
                      <StepEditor {...{ list, lanes }} step={row.step} onDone={() => onEdit('')} />
                    )
                  }
                />
              ),
            )}
            {drop.placeholder}
          </ol>
        )}
      </DropList>
    </DragArea>
  )
}

type StepEditorProps = Pick<LivingStepsProps, 'list' | 'lanes'> & { step: Step; onDone: () => void }

function StepEditor({ list, lanes, step, onDone }: StepEditorProps) {
  const onSave = async (values: StepValues) => {
    const wrong = await list.change(step, values)
    if (!wrong) onDone()
    return wrong
  }
  return <StepForm step={step} lanes={lanes} onCancel={onDone} onSave={onSave} />
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
