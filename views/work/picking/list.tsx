import type { PickLine } from '#server/domains/work/picking/picking-list.ts'
import type { Quantity } from '#server/money/decimal.ts'
import { formatQuantity } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { dialogLink, intoDialog } from '#views/ui/links.ts'
import { ListRegion } from '#views/ui/list.tsx'
import { canWait, ofJob, WaitsHere } from '#views/ui/outbox.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { ScanField } from '#views/ui/scan-field.tsx'
import { Banner, Chip, EmptyState } from '#views/ui/small.tsx'

type PickingListProps = {
  title: string
  jobid: string
  reference: string
  about: string
  href: string | undefined
  lines: readonly PickLine[]
  zone: string
  canpick: boolean
  canprint: boolean
  seesstock: boolean
  /** Lines of whatever sort. */
  haslines: boolean
  /** May change what is kept in stock. */
  keepsitems: boolean
}

export function PickingList(props: PickingListProps) {
  const { title, jobid, reference, about, href, lines, canpick, canprint, haslines, keepsitems } = props
  const open = lines.filter(({ topick }) => topick > 0)
  const done = lines.filter(({ topick }) => topick === 0)
  const places = Map.groupBy(open, ({ storage }) => storage?.name ?? '')
  return (
    <>
      <PageTitle
        title={`${title} ${reference}`}
        subtitle={about}
        actions={
          <>
            {canprint && lines.length > 0 && (
              <LinkButton icon="printer" href={`/render/pickinglist/${jobid}`} target="_blank">
                Print
              </LinkButton>
            )}
            {href && (
              <LinkButton icon="briefcase" href={href}>
                Open the job
              </LinkButton>
            )}
          </>
        }
      />
      {canpick && open.length > 0 && <ScanForm jobid={jobid} />}
      <ListRegion id="picking" refresh="stock jobs" url={`/picking/${jobid}`} ispart>
        <WaitsHere group={jobid} />
        {lines.length === 0 && (
          <EmptyState
            icon="boxes"
            text="There is nothing to pick for this job."
            hint={
              haslines
                ? 'None of its lines is of an item that is kept in stock and picked. Keep the item in stock, or choose another category for it, and its line stands here.'
                : 'What the job uses or sells out of stock stands here once it has lines.'
            }
          >
            {haslines
              ? keepsitems && (
                  <LinkButton look="primary" href="/admin/inventory">
                    Open the items
                  </LinkButton>
                )
              : href && (
                  <LinkButton look="primary" href={href}>
                    Add lines to the job
                  </LinkButton>
                )}
          </EmptyState>
        )}
        {lines.length > 0 && open.length === 0 && <Banner level="success">Everything is picked.</Banner>}
        {[...places].map(([name, some]) => (
          <Lines key={name} {...props} heading={name || 'No place given'} lines={some} />
        ))}
        <Lines {...props} heading="Picked" lines={done} />
      </ListRegion>
    </>
  )
}

const ScanForm = ({ jobid }: { jobid: string }) => (
  <form
    className="pickscan"
    hx-get={`/picking/${jobid}/line`}
    {...intoDialog}
    data-scanto="code"
    data-scanbehind=""
  >
    <ScanField label="Scan or type a code" id="pick-code" name="code" maxlength={120} />
    <Button type="submit" icon="scan">
      Find
    </Button>
  </form>
)

type LinesProps = Omit<PickingListProps, 'title' | 'lines'> & { heading: string; lines: readonly PickLine[] }

function Lines({ heading, lines, ...props }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <Panel title={heading} actions={<span className="count">{lines.length}</span>} flush>
      <ul className="picklines">
        {lines.map((line) => (
          <Line key={line.materialid} line={line} {...props} />
        ))}
      </ul>
    </Panel>
  )
}

type OneProps = Pick<PickingListProps, 'jobid' | 'reference' | 'zone' | 'canpick' | 'seesstock'> & {
  line: PickLine
}

function Line(props: OneProps) {
  const { jobid, line, zone, canpick, seesstock } = props
  const { materialid, inventory, description, unit, topick, picked } = line
  return (
    <li id={`line-${materialid}`} tabIndex={-1}>
      <div className="what">
        <p className="name">
          <a {...dialogLink(`/picking/${jobid}/line?materialid=${materialid}`)}>{inventory.name}</a>
          <small>{inventory.code}</small>
        </p>
        {description !== inventory.name && <p className="said">{description}</p>}
        <p className="facts">
          {topick > 0 && <strong>{formatQuantity(topick, unit)} to pick</strong>}
          {picked > 0 && <span>{formatQuantity(picked, unit)} picked</span>}
          {topick > 0 && seesstock && line.onhand !== null && (
            <span>{formatQuantity(line.onhand, unit)} on hand here</span>
          )}
        </p>
        {seesstock && <Levels jobid={jobid} line={line} />}
        {topick > 0 && seesstock && <Short line={line} />}
        <LastPick line={line} zone={zone} />
      </div>
      {canpick && topick > 0 && <PickButton {...props} />}
    </li>
  )
}

/** What there is at all places; it opens what each figure comes from. */
function Levels({ jobid, line: { inventory, unit, levels } }: Pick<OneProps, 'jobid' | 'line'>) {
  if (!levels) return null
  const { onhand, reserved, available, onorder, forjob } = levels
  const own = (quantity: Quantity) => (quantity > 0 ? ` (${formatQuantity(quantity)} for this job)` : '')
  return (
    <p className="levelsline">
      <a {...dialogLink(`/inventory/${inventory.id}/levels?jobid=${jobid}`)}>
        In all {formatQuantity(onhand, unit)} on hand · {formatQuantity(reserved)} reserved
        {own(forjob.reserved)} · {formatQuantity(available)} available · {formatQuantity(onorder)} on order
        {own(forjob.onorder)}
      </a>
    </p>
  )
}

function Short({ line: { short, unit, elsewhere } }: { line: PickLine }) {
  if (short === 0) return null
  const others = elsewhere.map(
    ({ storage, onhand }) => `${formatQuantity(onhand, unit)} at ${storage?.name ?? 'no place given'}`,
  )
  return (
    <p className="short">
      <Chip level="warning" icon="warning">
        {formatQuantity(short, unit)} short
      </Chip>{' '}
      <span>{others.length > 0 ? others.join(', ') : 'none elsewhere'}</span>
    </p>
  )
}

function LastPick({ line: { picks, unit }, zone }: Pick<OneProps, 'line' | 'zone'>) {
  const last = picks.findLast(({ undone, user, quantity }) => !undone && user && quantity > 0)
  if (!last) return null
  return (
    <p className="last">
      {last.user} picked {formatQuantity(last.quantity, unit)}
      {last.storage && ` from ${last.storage.name}`}, <DateTime iso={last.date} zone={zone} relative />
    </p>
  )
}

/** One tap where all of it lies at its place; else the dialog asks how much, and from where. */
function PickButton({ jobid, reference, line, seesstock }: OneProps) {
  const { materialid, inventory, storage, topick, unit, short } = line
  const words = formatQuantity(topick, unit)
  if (short > 0 && seesstock)
    return (
      <LinkButton
        icon="check"
        aria-label={`Pick ${inventory.name}`}
        {...dialogLink(`/picking/${jobid}/line?materialid=${materialid}`)}
      >
        Pick…
      </LinkButton>
    )
  return (
    <Button
      icon="check"
      aria-label={`Pick ${words} of ${inventory.name}`}
      hx-post={`/picking/${jobid}`}
      hx-vals={JSON.stringify({
        materialid,
        quantity: formatQuantity(topick),
        ...(storage && { storageid: storage.id }),
      })}
      hx-swap="none"
      hx-disable="this"
      {...canWait(`Pick ${words} of ${inventory.name}`, jobid, ofJob(jobid, reference))}
    >
      Pick {words}
    </Button>
  )
}
