import type { ReactNode } from 'react'
import type { UnbilledTime } from '#server/domains/work/timesheet/unbilled-time.ts'
import { bookedTime, formatQuantity, formatRand, formatRate, instant, perUnit } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { NO_FORM } from '#views/ui/no-form.ts'
import { Banner } from '#views/ui/small.tsx'
import type { MissingFact, OtherThanApproved, ZeroQuantityLines } from './types.ts'

type MissingProps = {
  facts: readonly MissingFact[]
  refusal?: string
}

/** The question before issuing repeats it; while it cannot be issued, the button leads here instead. */
export const MissingFacts = ({ facts, refusal }: MissingProps) => (
  <div
    id="missingfacts"
    data-confirm-also=""
    data-blocks={isBlocked({ facts, refusal }) ? '' : undefined}
    hidden={facts.length === 0 && !refusal}
    aria-live="polite"
  >
    {refusal && <Banner level="error">Cannot be issued yet. {refusal}</Banner>}
    <Facts
      level="error"
      words="Cannot be issued yet: a tax invoice above R 5 000 must show"
      facts={facts.filter(({ blocks }) => blocks)}
    />
    <Facts
      level="warning"
      words="This invoice will be without:"
      facts={facts.filter(({ blocks }) => !blocks)}
    />
  </div>
)

/** Of a deposit request before it is made: afterwards it stays as it is. */
export const MissingOfDeposit = ({ facts }: { facts: readonly MissingFact[] }) => (
  <Facts level="warning" words="This request will be without:" facts={facts} />
)

const isBlocked = ({ facts, refusal }: MissingProps) => Boolean(refusal) || facts.some(({ blocks }) => blocks)

type FactsProps = { level: 'error' | 'warning'; words: string; facts: readonly MissingFact[] }

const Facts = ({ level, words, facts }: FactsProps) =>
  facts.length > 0 && (
    <Banner level={level}>
      {words}
      <ul>
        {facts.map(({ what, why, href }) => (
          <li key={what}>
            {href ? <a {...dialogLink(href)}>{what}</a> : what}
            {why && `, ${why}`}
          </li>
        ))}
      </ul>
    </Banner>
  )

type UnbilledProps = { time: UnbilledTime; draft: string; job: string; canbill: boolean }

/** One for each labour item, whose time has choices of its own; the question before issuing repeats them. */
export const UnbilledTimeBanner = ({ time: { groups, running }, draft, job, canbill }: UnbilledProps) =>
  (groups.length > 0 || running > 0) && (
    <div data-confirm-also="" data-alone="">
      {groups.map((group, at) => (
        <Banner
          key={`${group.inventoryid} ${group.lineids}`}
          level="warning"
          actions={canbill && <TimeChoices chosen={`chosentime${at}`} {...{ group, draft, job }} />}
        >
          <p>{sayUnbilled(group)}</p>
        </Banner>
      ))}
      {running > 0 && (
        <Banner level="warning">
          {running === 1 ? '1 timer still runs: its' : `${running} timers still run: their`} time is not
          charged yet.
        </Banner>
      )}
    </div>
  )

type UnbilledGroup = UnbilledTime['groups'][number]

function sayUnbilled(group: UnbilledGroup): string {
  const { inventoryid, name, rate, unit, met } = group
  const booked = bookedTime(group)
  if (!inventoryid) return `${booked} is not charged yet, and names no labour item.`
  const item = `${name} at ${formatRate(rate)}${perUnit(unit)}`
  if (!met) return `${booked} is not charged yet: ${item}.`
  const charged = `${formatQuantity(met.quantity, met.unit)} of ${name}, ${formatRand(met.net)}`
  return `${booked}: ${item}. The job charges ${charged}, already: choose what the client pays.`
}

type ChoicesProps = { group: UnbilledGroup; chosen: string; draft: string; job: string }

function TimeChoices({ group, chosen, draft, job }: ChoicesProps) {
  const { inventoryid, met, quantity, unit, net, besidenet } = group
  const choice = (words: string, asked: string, icon?: 'plus') => (
    <Button
      small
      icon={icon}
      hx-post={`/invoices/${draft}/time${asked}`}
      hx-include={`#${chosen} input`}
      hx-swap="none"
    >
      {words}
    </Button>
  )
  return (
    <>
      <ChosenTime id={chosen} group={group} />
      {!inventoryid ? (
        <LinkButton small icon="plus" {...dialogLink(`/timesheets/bill/${job}`)}>
          Choose its labour item
        </LinkButton>
      ) : met?.decided ? (
        choice(
          `With the ${formatQuantity(met.quantity, met.unit)}: ${formatRand(met.net + besidenet)} together`,
          '',
          'plus',
        )
      ) : met ? (
        <>
          {choice(
            `In place of the ${formatQuantity(met.quantity, met.unit)}: ${formatRand(net)}`,
            '?beside=false',
          )}
          {choice(`Beside them: ${formatRand(met.net + besidenet)} together`, '?beside=true')}
        </>
      ) : (
        choice(`Add the time: ${formatQuantity(quantity, unit)}, ${formatRand(net)}`, '', 'plus')
      )}
      {choice('Leave it out', '?leaveout=true')}
    </>
  )
}

/** A field for each, as a list is sent. */
const ChosenTime = ({ id, group }: { id: string; group: UnbilledGroup }) => (
  <span id={id} hidden>
    {(['entryids', 'lineids'] as const).flatMap((name) =>
      (group[name] ?? []).map((value) => (
        <input key={`${name} ${value}`} type="hidden" form={NO_FORM} name={name} value={value} />
      )),
    )}
  </span>
)

const list = new Intl.ListFormat('en-ZA')
const NAMED = 5

type EmptyLinesProps = ZeroQuantityLines & { job: ReactNode }

/** The question before issuing repeats it. */
export function EmptyLinesBanner({ names, missing, job }: EmptyLinesProps) {
  if (names.length === 0) return null
  const more = names.length - NAMED
  const shown = more > 0 ? [...names.slice(0, NAMED), `${more} more`] : names
  const [are, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them']
  return (
    <div data-confirm-also="">
      <Banner level="warning">
        {list.format(shown)} {are} on the job with a quantity of 0, so this invoice does not charge {them}.
        Enter how much {missing} on job {job}, or remove {them} there.
      </Banner>
    </div>
  )
}

/** The question before issuing repeats it. */
export const JobWarningBanner = ({ words }: { words: string }) => (
  <div data-confirm-also="">
    <Banner level="warning">{words}</Banner>
  </div>
)

/** The question before issuing repeats it. */
export const OtherThanApprovedBanner = ({
  approved,
  charged,
  name,
  approvedutc,
  consumer,
  zone,
}: OtherThanApproved & { zone: string }) => (
  <div data-confirm-also="">
    <Banner level="warning">
      {name} approved {formatRand(approved)} on {instant(approvedutc, zone)}, and with this invoice the job
      charges {formatRand(charged)}: {formatRand(Math.abs(charged - approved))}{' '}
      {charged > approved ? 'more' : 'less'}.
      {consumer &&
        charged > approved &&
        ' The client is a consumer: section 15 of the Consumer Protection Act allows no charge above an estimate unless the consumer was told and agreed to it. Send the estimate anew first.'}
    </Banner>
  </div>
)
