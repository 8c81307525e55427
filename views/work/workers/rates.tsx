import type { DatedRate } from '#server/domains/work/workers/change-rates.ts'
import type { Rate } from '#server/money/decimal.ts'
import { exactRand, exactRate, shortDate } from '#views/format.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DateInput, DecimalInput } from '#views/ui/inputs.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { Chip } from '#views/ui/small.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'

type WorkerRatesProps = {
  id: string
  rates: readonly DatedRate[]
  canwrite: boolean
  /** What the last change did to time that was worked already. */
  said?: string
  /** The worker as a change left them, for the form around this tab. */
  now?: { version: number; rate: Rate | null }
}

/** What an hour of a worker costs, the newest first. */
export function WorkerRates({ id, rates, canwrite, said, now }: WorkerRatesProps) {
  const url = `/admin/workers/${id}/rates`
  const swap = { 'hx-target': '#workerrates', 'hx-swap': 'outerHTML' }
  return (
    <div id="workerrates" className="steps" data-noguard="">
      <p className="hint">
        Time costs the rate of its own day; a rate from an earlier day costs what was worked since anew, but
        for approved weeks. Only those who see what jobs cost see rates.
      </p>
      <ul>
        {rates.map(({ startdate, rate, current }) => (
          <li key={startdate}>
            <div>
              <strong>{exactRand(rate)} an hour</strong>{' '}
              <small>{startdate ? `from ${shortDate(startdate)}` : 'from the beginning'}</small>{' '}
              {current && <Chip level="success">Holds today</Chip>}
            </div>
            {canwrite && startdate && (
              <IconButton
                icon="x"
                label={`Take away the rate from ${shortDate(startdate)}`}
                hx-delete={`${url}/${startdate}`}
                {...swap}
              />
            )}
          </li>
        ))}
      </ul>
      {said && <p role="status">{said}</p>}
      {canwrite && (
        <div className="addstep" data-step="">
          <FieldRow>
            <DateInput label="From" name="newstartdate" id="rate-startdate" form={NO_FORM} required />
            <DecimalInput
              label="Rate an hour"
              name="newrate"
              id="rate-rate"
              prefix="R"
              width="narrow"
              form={NO_FORM}
              required
            />
            <Button icon="plus" hx-post={url} hx-include="closest [data-step]" {...swap}>
              Set rate
            </Button>
          </FieldRow>
        </div>
      )}
      {now && <RateNow {...now} />}
    </div>
  )
}

const RateNow = ({ version, rate }: NonNullable<WorkerRatesProps['now']>) => (
  <>
    <VersionInput value={version} hx-swap-oob="outerHTML:dialog .body > [name=version]" />
    <input
      type="text"
      inputMode="decimal"
      data-decimal=""
      id="f-rate"
      name="rate"
      defaultValue={rate === null ? '' : exactRate(rate)}
      hx-swap-oob="outerMorph"
    />
  </>
)
