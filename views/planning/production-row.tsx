import { duration, formatQuantity, longDate, shortDate, unitSymbol } from '#views/format.ts'
import { dialogLink } from '#views/ui/links.ts'
import { Chip } from '#views/ui/small.tsx'

/** Millionths of base units. */
export type ProductionLine = {
  id: string
  itemid: string
  code: string
  name: string
  unit: string
  archived: boolean
  day: string
  quantity: number
  /** As it is typed. */
  typed: string
  arithmetic: Record<'before' | 'received' | 'demanded' | 'projected' | 'safety' | 'net', number> & {
    minimum: number | null
    packsize: number | null
  }
  surplus: number
  pegs: readonly { what: string; href?: string; quantity: number }[]
  split: { jobs: number; each: number; last: number }
  minutes: number
  start: string
  finish: string
  late: number
  inputs: readonly {
    id: string
    code: string
    name: string
    unit: string
    needed: number
    missing: number
    onorder: number
    making: number
    proposed: boolean
  }[]
  /** Jobs and orders that would serve it if they came sooner. */
  sooner: readonly { name: string; href?: string; day: string }[]
}

/** Nothing is hidden of how a proposal came about. */
export function ProductionRow({ row, canmake }: { row: ProductionLine; canmake: boolean }) {
  const { id, code, name, unit, archived, day, quantity, late } = row
  const title = name === code ? code : `${name} [${code}]`
  return (
    <tr id={`row-${id}`}>
      <td>
        {canmake && (
          <>
            <input
              type="checkbox"
              name="chosen"
              value={id}
              aria-label={`Make ${title} for ${longDate(day)}`}
              autoComplete="off"
              disabled={archived}
            />
            <input type="hidden" name="row" value={id} />
            <input type="hidden" name="proposed" value={row.typed} />
          </>
        )}
        <a {...dialogLink(`/inventory/${row.itemid}/levels`)}>{title}</a>{' '}
        {archived && <Chip level="warning">archived</Chip>}
      </td>
      <td data-label="Needed">
        <div className="lines">
          <span>{shortDate(day)}</span>
          {row.pegs.map(({ what, href, quantity: part }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a job may need it twice
            <small key={at}>
              {formatQuantity(part)} for {href ? <a href={href}>{what}</a> : what}
            </small>
          ))}
          {row.surplus > 0 && <small>{formatQuantity(row.surplus)} more by packs and minimum</small>}
        </div>
      </td>
      <td data-label="How it is reckoned">
        <Reckoning {...row} />
        <Sooner {...row} />
      </td>
      <td data-label="Make" className="make">
        {canmake ? (
          <label className="quantity">
            <input
              type="text"
              inputMode="decimal"
              name="quantity"
              defaultValue={row.typed}
              aria-label={`Quantity of ${title} for ${longDate(day)}`}
              autoComplete="off"
            />
            {unitSymbol(unit)}
          </label>
        ) : (
          formatQuantity(quantity, unit)
        )}
      </td>
      <td data-label="Jobs">
        <Jobs {...row} />
        {late > 0 && (
          <Chip level="error" icon="warning">
            {late === 1 ? '1 day late' : `${late} days late`}
          </Chip>
        )}
      </td>
      <td data-label="Inputs">
        <Inputs inputs={row.inputs} />
      </td>
    </tr>
  )
}

function Reckoning({ arithmetic, quantity }: ProductionLine) {
  const { before, received, demanded, projected, safety, net, minimum, packsize } = arithmetic
  const figure = (millionths: number) => formatQuantity(millionths)
  const bounds = [
    minimum ? `at least ${figure(minimum)}` : '',
    packsize ? `in packs of ${figure(packsize)}` : '',
  ].filter(Boolean)
  return (
    <div className="lines">
      <span>
        {figure(before)} there + {figure(received)} comes − {figure(demanded)} needed = {figure(projected)}
      </span>
      <small>
        {safety > 0 ? `${figure(safety)} are always to be there: ` : ''}
        {figure(net)} missing
      </small>
      {bounds.length > 0 && (
        <small>
          Made {bounds.join(', ')}: {figure(quantity)}
        </small>
      )}
    </div>
  )
}

/** What is under way already may do instead. */
const Sooner = ({ sooner }: Pick<ProductionLine, 'sooner'>) =>
  sooner.map(({ name, href, day }) => (
    <small className="facts" key={name}>
      Or have it of {href ? <a href={href}>{name}</a> : name}, which brings it {shortDate(day)}
    </small>
  ))

function Jobs({ split, minutes, start, finish }: ProductionLine) {
  const { jobs, each, last } = split
  const parts =
    jobs === 1
      ? 'One job'
      : each === last
        ? `${jobs} jobs of ${formatQuantity(each)}`
        : `${jobs - 1} × ${formatQuantity(each)} and ${formatQuantity(last)}`
  return (
    <div className="lines">
      <span>{parts}</span>
      <small>
        {shortDate(start)} to {shortDate(finish)}
      </small>
      {minutes > 0 && (
        <small>
          {duration(minutes)}
          {jobs > 1 ? ' each' : ''}
        </small>
      )}
    </div>
  )
}

function Inputs({ inputs }: Pick<ProductionLine, 'inputs'>) {
  if (inputs.length === 0) return <small className="nothing">No inputs are said</small>
  const missing = inputs.filter((input) => input.missing > 0)
  if (missing.length === 0) return <Chip level="success">All there</Chip>
  return (
    <div className="lines">
      {missing.map(({ id, code, name, unit, needed, missing, onorder, making, proposed }) => (
        <small key={id}>
          <a href={`/inventory/${id}/stock`}>{name || code}</a>: {formatQuantity(missing, unit)} of{' '}
          {formatQuantity(needed)} missing
          {onorder > 0 ? `, ${formatQuantity(onorder)} on order` : ''}
          {making > 0 ? `, ${formatQuantity(making)} being made` : ''}
          {proposed ? ', proposed here' : ''}
        </small>
      ))}
    </div>
  )
}
