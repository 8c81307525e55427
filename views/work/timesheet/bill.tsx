import type { ReactNode } from 'react'
import type { BillGroup, BillPlan } from '#server/domains/work/timesheet/plan-bill.ts'
import { duration, formatQuantity, formatRand, shortDate } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { Picker } from '#views/ui/picker.tsx'
import { Radios } from '#views/ui/select.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'

type Shown = { showsmoney: boolean; cansearch: boolean }
type BillDialogProps = Shown & { id: string; reference: string; plan: BillPlan }

/** What is ticked becomes lines; the sums follow each tick. */
export function BillDialog({ id, reference, plan, ...shown }: BillDialogProps) {
  const { groups, fixedprice } = plan
  const isOffered = groups.length > 0
  return (
    <Dialog
      title="Bill the time"
      subtitle={reference}
      size="large"
      url={isOffered ? `/timesheets/bill/${id}` : undefined}
      submit="Add to the job"
    >
      <Waiting {...plan} />
      {fixedprice && !isOffered ? (
        <Banner level="info">
          This job has a fixed price, which its time is part of: a line would charge nothing.
        </Banner>
      ) : groups.length === 0 ? (
        <EmptyState
          icon="clock"
          text="There is no time to charge."
          hint="Time stands here once it is worked, until it is on a line of the job."
        />
      ) : (
        <div
          className="billtime"
          hx-post={`/timesheets/bill/${id}/sums`}
          hx-trigger="change"
          hx-include="closest form"
          hx-target="#billsums"
          hx-swap="outerHTML"
          hx-sync="this:replace"
        >
          {mergeItems(groups).map((group) => (
            <Group key={group.inventoryid} group={group} cansearch={shown.cansearch} />
          ))}
          <PlaceOfTime groups={groups} />
          <BillSums plan={plan} {...shown} />
        </div>
      )}
    </Dialog>
  )
}

function Waiting({ running, unconfirmed, short }: BillPlan) {
  const waits = [
    running > 0 && (running === 1 ? '1 timer still runs' : `${running} timers still run`),
    unconfirmed > 0 &&
      (unconfirmed === 1
        ? '1 entry is to be confirmed first'
        : `${unconfirmed} entries are to be confirmed first`),
  ].filter(Boolean)
  return (
    <>
      {waits.length > 0 && <Banner level="warning">Not charged yet: {waits.join(', ')}.</Banner>}
      {short > 0 && (
        <Banner level="info">
          {short === 1 ? '1 entry is' : `${short} entries are`} shorter than half a minute: that charges
          nothing.
        </Banner>
      )}
    </>
  )
}

type OfItem = Pick<BillGroup, 'inventoryid' | 'name' | 'entries'>

/** An entry that several lines share is ticked once. */
const mergeItems = (groups: readonly BillGroup[]): OfItem[] =>
  [...Map.groupBy(groups, ({ inventoryid }) => inventoryid).values()].map((parts) => {
    const ofEntry = Map.groupBy(
      parts.flatMap(({ entries }) => entries),
      ({ id }) => id,
    )
    const entries = [...ofEntry.values()].map((same) => ({
      ...same[0]!,
      minutes: same.reduce((sum, { minutes }) => sum + minutes, 0),
    }))
    return { inventoryid: parts[0]!.inventoryid, name: parts[0]!.name, entries }
  })

function Group({ group, cansearch }: { group: OfItem; cansearch: boolean }) {
  const { inventoryid, name, entries } = group
  return (
    <fieldset>
      <legend>{inventoryid ? name : 'Without a labour item'}</legend>
      {!inventoryid && cansearch && (
        <Picker
          label="Labour item"
          name="inventoryid"
          id="bill-inventory"
          url="/lookup/inventory"
          placeholder="Code, make or model"
          hint="Its rate prices this time."
        />
      )}
      {entries.map(({ id, date, workername, stepname, detail, minutes }) => (
        <label key={id} className="entry">
          <input type="checkbox" name="entryids" value={id} defaultChecked />
          <span className="date">{shortDate(date)}</span>
          <span className="what">{[workername, stepname, detail].filter(Boolean).join(' · ')}</span>
          <span className="number">{duration(minutes)}</span>
        </label>
      ))}
    </fieldset>
  )
}

const metWords = ({ met }: BillGroup) => met && formatQuantity(met.quantity, met.line.unit)

function lineWords(group: BillGroup) {
  const { met } = group
  const [word, what] = met?.line.nonbillable ? ['Planned', ' in what is made'] : ['Quoted', '']
  return `${met?.line.timed ? 'Added to' : met?.used ? 'In place of' : `${word}:`} ${metWords(group)}${what}`
}

/** Of labour that is used already: neither is chosen for whoever bills. */
function PlaceOfTime({ groups }: { groups: readonly BillGroup[] }) {
  const used = groups.filter(({ met }) => met?.used && !met.decided)
  if (used.length === 0) return null
  const what = used.map((group) => `${metWords(group)} of ${group.name}`).join(' and ')
  return (
    <Radios
      label={`The job charges ${what} already. This time is charged`}
      name="beside"
      required
      options={[
        { value: 'false', label: 'in place of that' },
        { value: 'true', label: 'beside it' },
      ]}
    />
  )
}

type BillSumsProps = Shown & { plan: BillPlan }

export function BillSums({ plan: { groups, minutes, net, rounding }, showsmoney }: BillSumsProps): ReactNode {
  const chosen = groups.filter((group) => group.chosen.length > 0)
  return (
    <div id="billsums" className="table" role="status">
      <table>
        <caption>
          {chosen.length === 0 ? 'Nothing is chosen.' : 'Where the time is booked'}
          {chosen.length > 0 && rounding > 0 && `, each in full ${rounding} minutes`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Labour item</th>
            <th scope="col">Line</th>
            <th scope="col" className="number">
              Worked
            </th>
            <th scope="col" className="number">
              Charged
            </th>
            {showsmoney && (
              <th scope="col" className="number">
                Without VAT
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {chosen.map((group) => (
            <tr key={`${group.inventoryid} ${group.met?.line.id}`}>
              <td>{group.name || 'To be chosen'}</td>
              <td data-label="Line">
                {group.line ? lineWords(group) : group.inventoryid ? 'New line' : '–'}
              </td>
              <td className="number" data-label="Worked">
                {duration(group.minutes)}
              </td>
              <td className="number" data-label="Charged">
                {group.inventoryid
                  ? formatQuantity(group.quantity, group.unit)
                  : duration(group.chargedminutes)}
              </td>
              {showsmoney && (
                <td className="number" data-label="Without VAT">
                  {group.inventoryid ? formatRand(group.net) : '–'}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>Together</td>
            <td />
            <td className="number">{duration(minutes)}</td>
            <td />
            {showsmoney && <td className="number">{formatRand(net)}</td>}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
