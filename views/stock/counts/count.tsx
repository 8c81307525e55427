import { formatQuantity } from '#views/format.ts'
import { UnitSelect } from '#views/stock/stock/movement.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { COUNTED_BELOW_ZERO, missing, quantityRules } from '#views/ui/field-rules.ts'
import { Form } from '#views/ui/form.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'
import { canWait, WaitingCount, WaitsHere } from '#views/ui/outbox.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { ScanField } from '#views/ui/scan-field.tsx'
import { Banner } from '#views/ui/small.tsx'

type CountLineProps = {
  sheet: { id: string; number: number; blind: boolean; state: string }
  /** Undefined: what was scanned is not on this sheet. */
  line:
    | {
        id: string
        code: string
        barcode: string
        name: string
        unit: string
        place: string | null
        counted: number | null
        expected: number | null
        torecount: boolean
      }
    | undefined
  units: readonly string[]
  code?: string
  next: string | undefined
  counted: number
  total: number
}

/** One thing at a time, as it is counted with a phone in the hand: scan or take the next, type, save. */
export function CountLinePage({ sheet, line, units, code, next, counted, total }: CountLineProps) {
  const path = `/admin/stock/counts/${sheet.id}`
  return (
    <div className="countline">
      <PageTitle
        title={line ? line.name : `Count ${sheet.number}`}
        subtitle={line && [line.code, line.place ?? 'No place given'].join(' · ')}
      />
      <p className="progress">
        <progress value={counted} max={total} aria-label="How much is counted" /> {counted} of {total} counted{' '}
        <WaitingCount url={`${path}/count`} />
      </p>
      {!line && <Banner level="warning">{`Nothing on this sheet has the code ${code}.`}</Banner>}
      {line && (
        <Form
          url={`${path}/count`}
          key={line.id}
          hx-target="#main"
          hx-swap="innerHTML"
          data-leads-on=""
          data-codes={JSON.stringify([line.code, line.barcode].filter(Boolean))}
          {...canWait(`Count ${line.name}`, line.id, {
            of: [{ id: sheet.id, name: `count ${sheet.number}` }],
            to: {
              next: next && `${path}/count?line=${next}`,
              end: path,
              done: `Nothing more of count ${sheet.number} is left to be counted.`,
            },
          })}
        >
          <input type="hidden" name="lineid" value={line.id} />
          {line.counted === null && <input type="hidden" name="wasempty" value="true" />}
          <DecimalInput
            label="Counted"
            name="counted"
            value={line.counted === null || line.torecount ? undefined : formatQuantity(line.counted)}
            suffix={units.length === 0 ? line.unit : undefined}
            hint={
              line.torecount
                ? 'Somebody else counted before: count it again.'
                : 'Nothing there is 0. Left empty, it is not counted.'
            }
            autoFocus
            data-missing={line.torecount ? missing.recount : undefined}
            {...quantityRules(0, COUNTED_BELOW_ZERO)}
          />
          <UnitSelect units={units.length === 0 ? [] : [line.unit, ...units]} />
          <Button type="submit" look="primary">
            Save and next
          </Button>
          <WaitsHere group={line.id} />
        </Form>
      )}
      <div className="sheetsteps">
        {next && (
          <LinkButton icon="arrow-right" href={`${path}/count?line=${next}`}>
            {line ? 'Skip' : 'Next item'}
          </LinkButton>
        )}
        <LinkButton href={path}>The whole sheet</LinkButton>
      </div>
      <form
        className="pickscan"
        action={`${path}/count`}
        method="get"
        data-scanto="code"
        data-coded={`Count ${sheet.number}`}
      >
        <ScanField label="Scan or type a code" id="count-code" name="code" maxlength={120} />
        <Button type="submit" icon="scan">
          Find
        </Button>
      </form>
    </div>
  )
}
