import { formatQuantity, unitSymbol } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import { describeRedelivered } from './returned-goods.ts'
import type { Undelivered } from './types.ts'

type NewDeliveryProps = {
  board: { id: string; name: string }
  /** Of one job alone. */
  job?: { id: string; reference: string }
  goods: readonly Undelivered[]
  more: boolean
  search?: string
}

/** What is still to be delivered, by client and place: a note takes what goes to one of them. */
export function NewDeliveryDialog({ board, job, goods, more, search }: NewDeliveryProps) {
  const isNone = goods.length === 0 && !search
  return (
    <Dialog
      title="New delivery"
      subtitle={job ? `Job ${job.reference}` : board.name}
      size="large"
      url={isNone ? undefined : job ? '/deliveries/issued' : '/deliveries'}
      submit={job ? 'Issue and hand over' : 'Make the draft'}
      actions={
        job &&
        !isNone && (
          <Button hx-post="/deliveries" hx-include="closest form" hx-target="#dialog" hx-swap="innerMorph">
            Make the draft
          </Button>
        )
      }
    >
      <input type="hidden" name="boardid" value={board.id} />
      {isNone ? (
        <EmptyState
          icon="truck"
          text="There is nothing left to deliver."
          hint="Lines stand here that jobs put out, until they are on a delivery note."
        />
      ) : (
        <>
          <FieldRow>
            <TextInput label="Reference" name="reference" maxlength={120} />
            <TextInput label="Waybill" name="waybill" maxlength={60} />
            <TextInput label="Carrier" name="carrier" maxlength={120} />
          </FieldRow>
          <p className="hint">
            {job
              ? 'Write a quantity beside what goes. Issuing gives the note a number and locks it: make a draft to pack it, to send it later, or for consignment.'
              : 'Write a quantity beside what goes: to one client, and to one place.'}
          </p>
          {!job && <Search boardid={board.id} value={search} />}
          <Goods goods={goods} more={more} preset={Boolean(job)} />
        </>
      )}
    </Dialog>
  )
}

const Search = ({ boardid, value }: { boardid: string; value?: string }) => (
  <div className="field">
    <label htmlFor="goods-search">Find a job, client or item</label>
    <input
      id="goods-search"
      type="search"
      name="search"
      form={NO_FORM}
      defaultValue={value}
      autoComplete="off"
      hx-get={`/deliveries/new?boardid=${boardid}`}
      hx-trigger="input delay:300ms"
      hx-target="#goods"
      hx-select="#goods"
      hx-swap="outerMorph"
      hx-sync="this:replace"
    />
  </div>
)

type GoodsProps = { goods: readonly Undelivered[]; more: boolean; preset: boolean }

function Goods({ goods, more, preset }: GoodsProps) {
  const places = Map.groupBy(goods, ({ client, location }) => `${client?.id ?? ''} ${location?.id ?? ''}`)
  return (
    <div id="goods" className="goods" data-keeps-rows="">
      {more && <Banner level="info">There is more: search for the rest.</Banner>}
      {goods.length === 0 && <EmptyState icon="truck" text="Nothing matches." />}
      {[...places].map(([key, lines]) => (
        <section key={key}>
          <h3>
            {lines[0]?.client?.name ?? 'Cash sale'}
            {lines[0]?.location && lines[0].location.name !== lines[0].client?.name && (
              <small>{lines[0].location.name}</small>
            )}
            {lines.some(({ left }) => left > 0) ? (
              <Button small icon="check" data-fill="">
                All of it
              </Button>
            ) : (
              <small>Nothing is left to deliver.</small>
            )}
          </h3>
          <ul>
            {lines.map((line) => (
              <Line key={line.materialid} line={line} preset={preset} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** What the client approved, and what was used or made: one more than the other says so. */
function sayCounts({ unit, ordered, estimated, made, ismade }: Undelivered): string {
  const done = `${formatQuantity(made, unit)} ${ismade ? 'made' : 'used'}`
  if (estimated === 0)
    return made > 0 ? `${done}, not on the estimate` : `${formatQuantity(ordered, unit)} to deliver`
  const offered = `${formatQuantity(estimated, unit)} on the estimate`
  return made > 0 && made !== estimated ? `${offered}, ${done}` : offered
}

function Line({ line, preset }: { line: Undelivered; preset: boolean }) {
  const { materialid, job, code, description, unit, left, ready, credited } = line
  const { mended = 0, instock = 0 } = line
  const id = `goods-${materialid}`
  return (
    <li>
      <label htmlFor={id}>
        <span className="what">
          {description} {code && <small>[{code}]</small>}
        </span>
        <small className="facts">
          {job.reference} · {sayCounts(line)}
          {credited > 0 && `, ${formatQuantity(credited, unit)} credited`}
          {describeRedelivered(mended, instock, unit).map((words) => `, ${words}`)}
        </small>
      </label>
      <input type="hidden" name="materialid" value={materialid} />
      <span className="amount">
        <input
          id={id}
          type="text"
          name="quantity"
          data-field={materialid}
          className="number"
          inputMode="decimal"
          data-decimal=""
          autoComplete="off"
          defaultValue={preset && ready > 0 ? formatQuantity(ready) : ''}
          data-left={left > 0 ? formatQuantity(left) : undefined}
        />
        <span className="unit">{unitSymbol(unit)}</span>
        {left > 0 && <small>of {formatQuantity(left, unit)} left</small>}
      </span>
    </li>
  )
}
