import type { ReactNode } from 'react'
import { counted, formatRand } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { classes } from '#views/ui/classes.ts'
import { Icon } from '#views/ui/icon.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import { CarriedOver, type CarryOver } from './carry-over.tsx'

type ChooserLine = {
  id: string
  name: string
  description: string
  /** Cents a month. */
  amount: number
  size: number
  seats: number
  count: number
}

type ChooserProps = {
  plans: readonly ChooserLine[]
  addons: readonly ChooserLine[]
  step: 1 | 10
  /** Cents a month. */
  total: number
  seats: { before: number; after: number; used: number }
  applied: boolean
  paid: boolean
  base: string
  withvat: boolean
  carry?: CarryOver
  operator?: boolean
  note?: ReactNode
}

export function Chooser(props: ChooserProps) {
  const { plans, addons, base, step } = props
  if (plans.length === 0)
    return (
      <EmptyState icon="tag" text="There is no plan on offer." hint="Please ask whoever runs this program." />
    )
  return (
    <form
      id="chooser"
      className="chooser"
      hx-get={`${base}/choose`}
      hx-target="this"
      hx-swap="outerMorph"
      hx-trigger="submit, change"
      hx-sync="this:replace"
      noValidate
    >
      {/* Enter presses the first button of a form, which would else be an add-on's minus. */}
      <button type="submit" hidden />
      <div data-errors-here="" />
      <fieldset className="plans">
        <legend className="unseen">Plan</legend>
        {plans.map((plan) => (
          <Plan key={plan.id} {...plan} />
        ))}
      </fieldset>
      {addons.length > 0 && (
        <fieldset className="addons">
          <legend>Add-ons</legend>
          <Step step={step} />
          {addons.map((addon) => (
            <Addon key={addon.id} {...addon} step={step} />
          ))}
        </fieldset>
      )}
      <Sum {...props} />
    </form>
  )
}

function Plan({ id, name, description, amount, size, seats, count }: ChooserLine) {
  return (
    <label className="plancard" htmlFor={`plan-${id}`}>
      <input type="radio" id={`plan-${id}`} name="plan" value={id} defaultChecked={count > 0} />
      <span className={`planicon size${size}`}>
        <Icon name="award" />
      </span>
      <strong>{name}</strong>
      <span className="price">
        {formatRand(amount)} <small>a month</small>
      </span>
      <span className="seats">{people(seats)}</span>
      {description && <span className="about">{description}</span>}
    </label>
  )
}

function Step({ step }: { step: 1 | 10 }) {
  return (
    <fieldset className="steps">
      <legend>Count by</legend>
      {[1, 10].map((one) => (
        <label key={one} htmlFor={`step-${one}`}>
          <input type="radio" id={`step-${one}`} name="step" value={one} defaultChecked={one === step} />
          <span>{one}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Addon({ id, name, description, amount, count, step }: ChooserLine & { step: number }) {
  return (
    <div className="addon">
      <div className="what">
        <strong>{name}</strong>
        <span>
          {formatRand(amount)} a month{description && ` · ${description}`}
        </span>
      </div>
      <div className="stepper" data-stepper="">
        <Button
          type="submit"
          name="take"
          value={id}
          icon="minus"
          className="square"
          disabled={count === 0}
          aria-label={`${name}: ${step} less`}
        />
        <input
          id={`n-${id}`}
          name={`n-${id}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          className="number"
          aria-label={`How many: ${name}`}
          defaultValue={count}
        />
        <Button
          type="submit"
          name="add"
          value={id}
          icon="plus"
          className="square"
          aria-label={`${name}: ${step} more`}
        />
      </div>
      <span className="figure">{formatRand(amount * count)}</span>
    </div>
  )
}

function Sum({ total, seats, applied, paid, base, note, withvat, carry, operator }: ChooserProps) {
  const tooFew = seats.after < seats.used
  return (
    <div className="sum">
      <p className={classes('seatchange', tooFew && 'below')} role="status">
        {seats.before === seats.after ? people(seats.after) : `${seats.before} → ${people(seats.after)}`}
        {tooFew &&
          `. ${seats.used} are taken: once this is paid, nothing can be changed until ${givenUp(seats)}.`}
      </p>
      <output className="total" aria-live="polite">
        <small>{withvat ? 'A month, with VAT' : 'A month'}</small> {formatRand(total)}
      </output>
      <Button
        look={applied ? 'plain' : 'primary'}
        hx-post={`${base}/apply`}
        hx-include="closest form"
        hx-target="#chooser"
        hx-swap="outerMorph"
        disabled={applied}
      >
        Apply
      </Button>
      {carry?.carried && !paid && (
        <p className="hint">
          <CarriedOver carry={carry} operator={operator} ifpaid />
        </p>
      )}
      {note && <p className="hint">{note}</p>}
    </div>
  )
}

export const PayFirst = () => (
  <>
    Applied, and not paid yet: <a href="#subscription-state">pay at the top of this page</a>.
  </>
)

const givenUp = ({ used, after }: ChooserProps['seats']) =>
  used - after === 1 ? 'one is given up' : `${used - after} are given up`

const people = (seats: number) => counted(seats, 'seat')
