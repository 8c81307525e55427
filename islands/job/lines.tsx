import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import type { BoardRights } from '#islands/board/props.ts'
import { Combobox } from '#islands/lib/combobox.tsx'
import { DragArea, DropList } from '#islands/lib/drag.tsx'
import { searchInventory } from '#islands/lib/lookups.ts'
import type { Choice } from '#islands/lib/use-options.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { EmptyState, Skeleton } from '#views/ui/small.tsx'
import { JobLineRow, type LineRights } from './job-line-row.tsx'
import { JobTotalsTable } from './totals.tsx'
import { useLines } from './use-lines.ts'

type LinesProps = {
  job: JobDetail
  side: 'input' | 'output'
  can: BoardRights
  /** False for a job that is invoiced, archived, or not this person's to change. */
  editable: boolean
  /** Before a new line asks for its price. */
  beforeAdd: () => Promise<void>
  onSaved: () => void
}

/** By tab, the roles that it shows; a new line takes the first. */
const roles = { input: [1, 3], output: [2, 4] }

/** The lines that go into a job, or come out of it. */
export function JobLines({ job, side, can, editable, beforeAdd, onSaved }: LinesProps) {
  const { lines: all, problem, change, add, remove, reorder } = useLines(job.id, job.seq, onSaved)
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  const isAdded = useRef(false)
  // Once it is drawn: the first line of all brings the whole table with it.
  useLayoutEffect(() => {
    if (!isAdded.current) return
    isAdded.current = false
    form.current?.querySelector<HTMLElement>('tbody tr:last-of-type [data-column=estimated]')?.focus()
  })
  if (problem) return <p className="error">{problem}</p>
  if (!all) return <Skeleton lines={5} />

  const lines = all.filter(({ role }) => roles[side].includes(role))
  const ids = lines.map(({ id }) => id)
  const rights: LineRights = {
    plan: editable && can.materials,
    consume: editable && can.consume,
    money: can.money,
  }

  const put = (from: number, to: number) => {
    if (from !== to) void reorder(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] as string))
  }
  const fail = (cell: string, isFailed: boolean) =>
    setFailed((held) => {
      if (held.has(cell) === isFailed) return held
      const next = new Set(held)
      if (isFailed) next.add(cell)
      else next.delete(cell)
      return next
    })
  async function insert(item: Choice): Promise<void> {
    const what = item.id ? { inventoryid: item.id } : { description: item.name }
    await beforeAdd()
    isAdded.current = Boolean(await add({ role: roles[side][0] as number, ...what }))
  }

  return (
    <form
      ref={form}
      className="lines"
      data-guard=""
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      }}
    >
      {/* What could not be saved is what the page guards against losing. */}
      <input type="hidden" name="unsaved" value={failed.size} />
      {lines.length === 0 ? (
        <EmptyState
          icon={side === 'input' ? 'boxes' : 'package'}
          text={side === 'input' ? 'Nothing goes into this job yet.' : 'Nothing comes out of this job yet.'}
          hint={rights.plan ? 'Add the first line below: an item, or words of your own.' : undefined}
        />
      ) : (
        <DragArea
          name={() => 'the lines'}
          instructions="Press the space bar to pick the line up, the arrow keys to carry it, the space bar to put it down."
          onDrop={({ from, to }) => to && put(from.index, to.index)}
        >
          <table className={rights.money ? 'linetable money' : 'linetable'}>
            <caption className="unseen">{side === 'input' ? 'Input lines' : 'Output lines'}</caption>
            <thead>
              <tr>
                {heads(rights.money).map(({ text, kind, unseen }) => (
                  <th key={text} scope="col" className={kind}>
                    {unseen ? <span className="unseen">{text}</span> : text}
                  </th>
                ))}
              </tr>
            </thead>
            <DropList id={side}>
              {(list) => (
                <tbody ref={list.innerRef} {...list.droppableProps}>
                  {lines.map((line, index) => (
                    <JobLineRow
                      key={line.id}
                      line={line}
                      index={index}
                      last={index === lines.length - 1}
                      rights={rights}
                      onChange={(values) => change(line.id, values)}
                      onFailed={(field, isFailed) => fail(`${line.id} ${field}`, isFailed)}
                      onRemove={() => void remove(line)}
                      onStep={(by) => put(index, index + by)}
                    />
                  ))}
                  {list.placeholder}
                </tbody>
              )}
            </DropList>
          </table>
        </DragArea>
      )}
      {rights.plan && (
        <div className="addline">
          <Combobox
            key={all.length}
            label="Add a line"
            name=""
            value={null}
            // Specification 2, section 9.
            delay={300}
            search={can.inventory ? searchInventory : async () => []}
            free={(text) => ({ id: '', name: text, note: 'As free text' })}
            placeholder="Type a code, make or model, or words of your own"
            onPick={(item) => item && void insert(item)}
          />
        </div>
      )}
      {can.money && <JobTotalsTable jobid={job.id} seq={job.seq} />}
    </form>
  )
}

type Head = { text: string; kind?: string; unseen?: true }

const heads = (money: boolean): Head[] => [
  { text: 'Move', unseen: true },
  { text: 'Item' },
  { text: 'Estimated', kind: 'number' },
  { text: 'Consumed', kind: 'number' },
  { text: 'Unit' },
  ...(money
    ? [
        { text: 'Rate, R', kind: 'number' },
        { text: 'Disc. %', kind: 'number' },
      ]
    : []),
  { text: 'Non-billable', kind: 'tick' },
  ...(money ? [{ text: 'Net, R', kind: 'number' }] : []),
  { text: 'Actions', unseen: true },
]
