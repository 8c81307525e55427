import { type FormEvent, type MouseEvent, useRef, useState } from 'react'
import { hourWords } from '#db/hour-words.ts'
import { isLane } from '#db/job-status.ts'
import { stockDirection } from '#db/stock-classes.ts'
import type { BoardRights } from '#islands/board/props.ts'
import { DragArea, DropList } from '#islands/lib/drag.tsx'
import { searchInventory } from '#islands/lib/lookups.ts'
import { IslandPicker } from '#islands/lib/picker.tsx'
import type { PickerChoice } from '#islands/lib/use-options.ts'
import type { JobDetail, MaterialLine } from '#server/domains/work/jobs/types.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { isEstimateOut } from '#views/ui/job-stages.ts'
import { EmptyState, Skeleton } from '#views/ui/small.tsx'
import { AskCharged, type ChargedPrompt, findCharged } from './ask-charged.tsx'
import { JobLineRow, type LineRights } from './job-line-row.tsx'
import { JobOrders, useJobOrders } from './job-orders.tsx'
import { findInputsToUse, isQuoteSettled } from './line-values.ts'
import { LinesPurpose } from './lines-purpose.tsx'
import type { LinesStore } from './lines-store.ts'
import { JobTotalsTable } from './totals.tsx'
import { UseAll } from './use-all.tsx'
import { useAddedLineFocus, useAddingFocus, usePricingFocus } from './use-line-focus.ts'
import { useLines } from './use-lines.ts'

type LinesProps = {
  job: JobDetail
  side: 'input' | 'output'
  /** The account's word for what has gone in, or has come out. */
  used: string
  /** Its words for the tab of what the client is charged. */
  outputtab: string
  can: BoardRights
  /** False for a job that is invoiced, archived, or not this person's to change. */
  editable: boolean
  store: LinesStore
  /** Rises when the box for a new line is to be focused. */
  adding: number
  /** Rises when what is not charged yet is to be focused. */
  pricing: number
}

/** By tab, the roles that it shows; a new line takes the first. */
const roles = { input: [1, 3], output: [2, 4] }

const ADDED_SINCE =
  'What is added now comes without an estimate, so that the approved sum stays: type what is used. Is the client to approve it first? Type it under Estimated, and send the estimate again from the top.'

const ESTIMATE_STAYS =
  'The estimate was sent or approved, so it stays as it is: type what was used, and add what came on top.'

export function JobLines({ job, side, used, outputtab, can, editable, store, adding, pricing }: LinesProps) {
  const { lines: all, problem, added, unsaved } = useLines(store, job.seq)
  const form = useRef<HTMLFormElement>(null)
  useAddedLineFocus(form, added && roles[side].includes(added.role) ? added : undefined)
  const [asked, ask] = useState<ChargedPrompt>()
  useAddingFocus(form, all ? adding : 0)
  usePricingFocus(form, all ? pricing : 0)
  const orders = useJobOrders(can.purchase && !job.template ? job.id : undefined, job.seq)
  if (problem) return <p className="error">{problem}</p>
  if (!all) return <Skeleton lines={5} />

  const lines = all.filter(({ role }) => roles[side].includes(role))
  const rights: LineRights = {
    plan: editable && can.materials,
    consume: editable && can.consume && !job.template,
    money: can.money,
    estimate: can.money || !isEstimateOut(job),
    items: can.itemprices,
  }

  const settled = isQuoteSettled(job, all)
  const unestimated = settled || !rights.estimate
  // Nothing is fetched or ordered for what is invoiced.
  const isWorkable = !job.template && isLane(job.status)
  const hasInput = all.some(({ role }) => role === 1)
  const products = new Set(all.map(({ jobproduct }) => jobproduct?.id))
  // What the job makes costs its input.
  const isUncosted = ({ id, uncosted = false, inventoryclass }: MaterialLine) =>
    uncosted && !products.has(id) && !(hasInput && stockDirection(inventoryclass) > 0)
  const isUnsaved = (line: MaterialLine) =>
    [...unsaved.keys()].some((field) => field.startsWith(`${store.held.rowOf(line)} `))

  function add(item: PickerChoice, nonbillable?: boolean): void {
    const what = item.id ? { inventoryid: item.id } : { description: item.name }
    const free = nonbillable && { nonbillable }
    const line = { role: roles[side][0] as number, estimated: unestimated ? 0 : 1, ...what, ...free }
    void store.add(line, item.name, unestimated && rights.consume ? 'consumed' : 'estimated')
  }

  function addOrAsk(item: PickerChoice): void {
    const charged = side === 'input' ? findCharged(all ?? [], item.id) : undefined
    if (charged) ask({ charged, add: (nonbillable) => add(item, nonbillable) })
    else add(item)
  }

  return (
    <form ref={form} className="lines" data-guard="" onSubmit={saveFocusedCell}>
      {/* What could not be saved is what the page guards against losing. */}
      <input
        type="hidden"
        name="unsaved"
        data-label="figures that were refused"
        value={lines.filter(isUnsaved).length}
      />
      <LinesPurpose side={side} used={used} editable={rights.plan || rights.consume} />
      {lines.length === 0 ? (
        <NoLines side={side} outputtab={outputtab} plan={rights.plan} />
      ) : (
        <LineTable {...{ side, used, lines, all, rights, settled, store, isUncosted }} />
      )}
      {isWorkable && lines.some(isFetched) && (
        <LinkButton className="picklink" icon="square-check" href={`/picking/${job.id}`}>
          Picking list
        </LinkButton>
      )}
      {isWorkable && can.purchase && job.short.length === 0 && lines.some(isOrdered) && (
        <LinkButton
          className="picklink"
          icon="shopping-cart"
          href={`/purchase/new?jobid=${job.id}`}
          onClick={(event) => void followWhenSaved(event, store)}
        >
          Order what is short
        </LinkButton>
      )}
      <JobOrders orders={orders} />
      {rights.consume && <UseAll lines={lines} all={all} store={store} />}
      {rights.plan && unestimated && <p className="hint">{rights.estimate ? ADDED_SINCE : ESTIMATE_STAYS}</p>}
      {rights.plan && <AddLine key={all.length} inventory={can.inventory} onPick={addOrAsk} />}
      {asked && <AskCharged {...asked} tab={outputtab} onDone={() => ask(undefined)} />}
      {can.money && <JobTotalsTable jobid={job.id} seq={job.seq} />}
    </form>
  )
}

const isTaken = ({ inventory, inventoryclass }: MaterialLine) =>
  inventory !== null && stockDirection(inventoryclass) < 0

/** Also what is bought in, and not kept in stock. */
const isOrdered = (line: MaterialLine) =>
  isTaken(line) ||
  (line.inventory !== null && line.inventoryclass === null && !line.made && !hourWords.includes(line.unit))

const isFetched = (line: MaterialLine) => isTaken(line) || (line.inventory !== null && line.role === 1)

async function followWhenSaved(event: MouseEvent<HTMLAnchorElement>, store: LinesStore): Promise<void> {
  const { href } = event.currentTarget
  event.preventDefault()
  if (await store.unsaved.settle()) location.assign(href)
}

/** What it is made from is planned for its line, once somebody says so. */
function openMadeFrom(line: MaterialLine, store: LinesStore, plan: boolean): void {
  const closed = async () => {
    await store.load()
    if (plan && !line.made && store.held.find(line.id)?.inputplan) await store.planInputs(line)
  }
  document.addEventListener('joblane:dialogclosed', () => void closed(), { once: true })
  void window.joblane.dialog(`/inventory/${line.inventoryid}/madefrom`)
}

function saveFocusedCell(event: FormEvent): void {
  event.preventDefault()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

function sayFirst(side: LinesProps['side'], outputtab: string, plan: boolean): string | undefined {
  if (side === 'input') return `Parts and work that the client pays for stand under ${outputtab}.`
  return plan ? 'Add the first line: an item, or words of your own.' : undefined
}

type NoLinesProps = Pick<LinesProps, 'side' | 'outputtab'> & { plan: boolean }

const NoLines = ({ side, outputtab, plan }: NoLinesProps) => (
  <EmptyState
    icon={side === 'input' ? 'boxes' : 'package'}
    text={
      side === 'input' ? 'Nothing was used that is not on the quote.' : 'Nothing is quoted or charged yet.'
    }
    hint={sayFirst(side, outputtab, plan)}
  />
)

type LineTableProps = {
  side: LinesProps['side']
  used: string
  lines: readonly MaterialLine[]
  all: readonly MaterialLine[]
  rights: LineRights
  settled: boolean
  isUncosted: (line: MaterialLine) => boolean
  store: LinesStore
}

function LineTable({ side, used, lines, all, rights, settled, isUncosted, store }: LineTableProps) {
  const ids = lines.map(({ id }) => id)
  const move = (from: number, to: number) => {
    if (from !== to) void store.reorder(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] as string))
  }
  return (
    <DragArea
      name={() => 'the lines'}
      instructions="Press the space bar to pick the line up, the arrow keys to carry it, the space bar to put it down."
      onDrop={({ from, to }) => to && move(from.index, to.index)}
    >
      <table className={rights.money ? 'linetable money' : 'linetable'}>
        <caption className="unseen">{used}</caption>
        <LineHeads money={rights.money} used={used} />
        <DropList id={side}>
          {(list) => (
            <tbody ref={list.innerRef} {...list.droppableProps}>
              {lines.map((line, index) => (
                <JobLineRow
                  key={store.held.rowOf(line)}
                  line={line}
                  row={store.held.rowOf(line)}
                  notAdded={store.notAdded(line)}
                  own={store.held.isOwn(line)}
                  index={index}
                  last={index === lines.length - 1}
                  rights={rights}
                  uncosted={isUncosted(line)}
                  added={settled && line.estimated === 0}
                  used={used}
                  onChange={(values) => store.change(line.id, values)}
                  onFailed={(field, fault) => store.setUnsaved(line, field, fault)}
                  onRemove={() => void store.remove(line)}
                  onPlanInputs={() => void store.planInputs(line)}
                  onMadeFrom={() => openMadeFrom(line, store, rights.plan)}
                  unusedinputs={findInputsToUse(line, all)}
                  onUse={(of = [line], share) => void store.consumeEstimated(of, undefined, share)}
                  onStep={(by) => move(index, index + by)}
                />
              ))}
              {list.placeholder}
            </tbody>
          )}
        </DropList>
      </table>
    </DragArea>
  )
}

const AddLine = ({ inventory, onPick }: { inventory: boolean; onPick: (item: PickerChoice) => void }) => (
  <div className="addline">
    <IslandPicker
      label="Add a line"
      name=""
      value={null}
      // Specification 2, section 9.
      delay={300}
      search={inventory ? searchInventory : async () => []}
      free={(text) => ({ id: '', name: text, note: 'As free text' })}
      placeholder="Code, name, or your own words"
      onPick={(item) => item && onPick(item)}
    />
  </div>
)

const LineHeads = ({ money, used }: { money: boolean; used: string }) => (
  <thead>
    <tr>
      {heads(money, used).map(({ text, kind, title, unseen }) => (
        <th key={text} scope="col" className={kind} title={title}>
          {unseen ? <span className="unseen">{text}</span> : text}
        </th>
      ))}
    </tr>
  </thead>
)

type Head = { text: string; kind?: string; title?: string; unseen?: true }

const heads = (money: boolean, used: string): Head[] => [
  { text: 'Move', unseen: true },
  { text: 'Item' },
  { text: 'Estimated', kind: 'number', title: 'How much of it is planned' },
  { text: used, kind: 'number', title: 'How much of it was used, worked or made so far' },
  { text: 'Unit' },
  ...(money
    ? [
        { text: 'Rate, R', kind: 'number' },
        { text: 'Disc. %', kind: 'number' },
      ]
    : []),
  { text: 'Non-billable', kind: 'tick' },
  ...(money
    ? [
        { text: 'Quoted, R', kind: 'number' },
        { text: 'Actual, R', kind: 'number' },
      ]
    : []),
  { text: 'Actions', unseen: true },
]
