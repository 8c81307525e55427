import type { ReactNode } from 'react'
import { duration, formatQuantity } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { Form } from '#views/ui/form.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'
import { Banner } from '#views/ui/small.tsx'

/** Millionths of the unit. */
type Compared = {
  inventoryid: string | null
  name: string
  unit: string
  planned: number
  wanted: number
}

/** `worked`: minutes that are on no line yet; `timed`: it holds others already. */
type Input = Linked & { consumed: number; share: number; worked: number; timed: boolean }

type Linked = { id: string; description: string; unit: string; estimated: number }

type JobInputsProps = {
  line: {
    id: string
    version: number
    description: string
    estimated: number
    consumed: number
    unit: string
  }
  left: number
  compared: readonly Compared[]
  inputs: readonly Input[]
  /** Inputs of the job that are for no product. */
  free: readonly Linked[]
  finished: readonly { id: string; quantity: number; user: string; createdutc: string }[]
  zone: string
  /** False for what its class takes from stock. */
  makes: boolean
  /** Its job is approved: what is planned is used now. */
  approved: boolean
  can: { plan: boolean; consume: boolean }
}

const FORM = 'finish-product'

/** What a product line takes, and what of it is finished. */
export function JobInputsDialog(props: JobInputsProps) {
  const { line, left, compared, inputs, makes, approved, can } = props
  const finishes = can.consume
  const plans = can.plan && compared.some(({ planned, wanted }) => planned !== wanted && wanted > 0)
  return (
    <Dialog
      title={line.description}
      subtitle={`${formatQuantity(line.consumed, line.unit)} of ${formatQuantity(line.estimated, line.unit)} finished`}
      size="large"
      main={
        approved
          ? finishes && <UseButton look="primary" form={FORM} />
          : plans && <PlanButton look="primary" lineid={line.id} />
      }
    >
      <div className="jobinputs">
        {!makes && (
          <Banner level="warning">
            This line is taken from stock, as its class says. For a job to make it, its item needs the class
            Finished Goods or Work In Progress.
          </Banner>
        )}
        <Comparison line={line} compared={compared} canplan={approved && plans} />
        {finishes && <FinishPart line={line} left={left} inputs={inputs} hasact={!approved} />}
        <LinkedInputs {...props} />
        <FinishedList {...props} />
      </div>
    </Dialog>
  )
}

const PlanButton = ({ look, lineid }: { look?: 'primary'; lineid: string }) => (
  <Button icon="list" look={look} hx-post={`/joblines/${lineid}/inputs`} hx-swap="none">
    Plan inputs
  </Button>
)

const UseButton = ({ look, form }: { look?: 'primary'; form?: string }) => (
  <Button type="submit" form={form} look={look}>
    Use inputs
  </Button>
)

type ComparisonProps = { line: JobInputsProps['line']; compared: readonly Compared[]; canplan: boolean }

function Comparison({ line, compared, canplan }: ComparisonProps) {
  const differ = compared.filter(({ planned, wanted }) => planned !== wanted)
  if (compared.length === 0) return <p>Its item is not made of other items.</p>
  if (differ.length === 0) return <Banner level="success">Its inputs are planned as it is made.</Banner>
  return (
    <section aria-labelledby="compared-head">
      <h3 id="compared-head">Its inputs are planned otherwise than it is made</h3>
      <div className="table">
        <table>
          <caption className="unseen">Planned beside what the item is made of</caption>
          <thead>
            <tr>
              <th scope="col">Input</th>
              <th scope="col" className="number">
                Planned
              </th>
              <th scope="col" className="number">
                As it is made
              </th>
            </tr>
          </thead>
          <tbody>
            {differ.map(({ inventoryid, name, unit, planned, wanted }, at) => (
              <tr key={inventoryid ?? at}>
                <td>{name}</td>
                <td className="number" data-label="Planned">
                  {formatQuantity(planned, unit)}
                </td>
                <td className="number" data-label="As it is made">
                  {wanted === 0 ? 'Not in it' : formatQuantity(wanted, unit)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {canplan && (
        <p className="buttons">
          <PlanButton lineid={line.id} />
        </p>
      )}
    </section>
  )
}

type FinishProps = Pick<JobInputsProps, 'line' | 'left' | 'inputs'> & {
  /** Its button stands here, since it is not the main act of the dialog. */
  hasact: boolean
}

function FinishPart({ line, left, inputs, hasact }: FinishProps) {
  return (
    <section aria-labelledby="finish-head">
      <h3 id="finish-head">What is finished now</h3>
      <Form url={`/joblines/${line.id}/finish`} id={FORM}>
        <input type="hidden" name="version" value={line.version} />
        <DecimalInput
          label="Finished now"
          id="finish-quantity"
          name="quantity"
          value={left > 0 ? formatQuantity(left) : ''}
          suffix={line.unit || undefined}
          hint={
            inputs.length > 0
              ? 'Books it in, and takes what stands below out of stock. Enter what was really used.'
              : 'Books it in. It has no inputs on this job.'
          }
          width="narrow"
          required
          hx-get={`/joblines/${line.id}/shares`}
          hx-include="this"
          hx-trigger="input delay:300ms"
          hx-target="#finish-shares"
          hx-swap="innerHTML"
        />
        <div id="finish-shares">
          <FinishShares inputs={inputs} />
        </div>
        {hasact && (
          <p className="buttons">
            <UseButton />
          </p>
        )}
      </Form>
    </section>
  )
}

/** What each input gives: in proportion, until somebody says otherwise. */
export const FinishShares = ({ inputs }: { inputs: readonly Input[] }) =>
  inputs.map((input, at) =>
    input.worked > 0 || input.timed ? (
      <WorkedInput key={input.id} {...input} />
    ) : (
      <ShareField key={input.id} {...input} at={at} />
    ),
  )

const ShareField = ({ id, description, unit, estimated, consumed, share, at }: Input & { at: number }) => (
  <div>
    <input type="hidden" name="materialid" value={id} />
    <DecimalInput
      label={`${description} used for it`}
      id={`finish-line-${at}`}
      name="used"
      value={formatQuantity(share)}
      suffix={unit || undefined}
      hint={`${formatQuantity(consumed, unit)} of ${formatQuantity(estimated, unit)} used before`}
      width="narrow"
    />
  </div>
)

const WorkedInput = ({ description, unit, estimated, consumed, worked, timed }: Input) => (
  <p className="worked">
    <strong>{description}</strong>:{' '}
    {worked > 0
      ? `${duration(worked)} worked on this job ${timed ? `come to the ${formatQuantity(consumed, unit)} booked before` : 'are booked on it'}`
      : `${formatQuantity(consumed, unit)} worked are booked on it`}
    . Planned: {formatQuantity(estimated, unit)}.
  </p>
)

/** A line that was typed counts for the only product that is made of it: a person says otherwise here. */
function LinkedInputs({ line, inputs, free, can }: JobInputsProps) {
  if (!can.plan || inputs.length + free.length === 0) return null
  return (
    <section aria-labelledby="linked-head">
      <h3 id="linked-head">Which lines of the job go into it</h3>
      <ul className="picks">
        {inputs.map((input) => (
          <LinkedInput key={input.id} input={input}>
            <LinkButton input={input} product="" label="Not for this product" />
          </LinkedInput>
        ))}
        {free.map((input) => (
          <LinkedInput key={input.id} input={input} note="for no product">
            <LinkButton input={input} product={line.id} label="Use for this product" />
          </LinkedInput>
        ))}
      </ul>
    </section>
  )
}

type LinkedInputProps = { input: Linked; note?: string; children: ReactNode }

const LinkedInput = ({ input: { description, estimated, unit }, note, children }: LinkedInputProps) => (
  <li>
    <span>
      {description}
      <br />
      <small>
        {formatQuantity(estimated, unit)} planned{note && `, ${note}`}
      </small>
    </span>
    {children}
  </li>
)

const LinkButton = ({ input, product, label }: { input: Linked; product: string; label: string }) => (
  <Button
    small
    aria-label={`${label}: ${input.description}`}
    hx-post={`/joblines/${input.id}/product`}
    hx-vals={JSON.stringify({ jobproduct: product })}
    hx-swap="none"
  >
    {label}
  </Button>
)

function FinishedList({ line, finished, zone, can }: JobInputsProps) {
  if (finished.length === 0) return null
  return (
    <section aria-labelledby="finished-head">
      <h3 id="finished-head">Finished before</h3>
      <ul className="picks">
        {finished.map(({ id, quantity, user, createdutc }) => (
          <li key={id}>
            <span>
              <strong>{formatQuantity(quantity, line.unit)}</strong> {user && `by ${user}`}
              <br />
              <small>
                <DateTime iso={createdutc} zone={zone} />
              </small>
            </span>
            {can.consume && (
              <Button
                small
                icon="undo"
                aria-label={`Take back ${formatQuantity(quantity, line.unit)}`}
                hx-post={`/joblines/finished/${id}/undo`}
                hx-swap="none"
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
