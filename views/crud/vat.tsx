import { formatPercent, shortDate } from '#views/format.ts'
import { DateInput, DecimalInput } from '#views/ui/inputs.tsx'

type Change = { since: string; vat: number | null }

type VatTextProps = { vat: number | null; changes: readonly Change[]; standard: boolean }

/** A rate and from when each other one holds; `standard`: without one of its own the standard rate is charged. */
export function VatText({ vat, changes, standard }: VatTextProps) {
  const own = vat === null ? [] : [formatPercent(vat)]
  const first = vat === null && standard ? ['Standard rate'] : own
  const later = changes.map(
    ({ since, vat }) => `${vat === null ? 'no own rate' : formatPercent(vat)} from ${shortDate(since)}`,
  )
  const texts = [...first, ...later]
  if (texts.length === 0) return <span className="nothing">–</span>
  return (
    <span className="figure">
      {texts.map((text) => (
        <span key={text} className="ratefrom">
          {text}
        </span>
      ))}
    </span>
  )
}

type Props = { label: string; name: string; hint?: string; changes: readonly Change[] }

/** A row for each change and a free one; a row whose day and rate are emptied is gone. */
export function VatChangesInput({ label, name, hint, changes }: Props) {
  const rows: { since: string; vat: number | null }[] = [...changes, { since: '', vat: null }]
  return (
    <fieldset className="field vatchanges">
      <legend>{label}</legend>
      {rows.map(({ since, vat }, at) => (
        <div className="vatchange" key={since}>
          <DateInput label="From" name={name} id={`f-${name}-${at}`} value={since} hidelabel={at > 0} />
          <DecimalInput
            label="Rate"
            hidelabel={at > 0}
            name="vatpercents"
            id={`f-${name}-${at}-rate`}
            suffix="%"
            width="narrow"
            value={vat === null ? '' : formatPercent(vat).replace(/\s*%$/, '')}
          />
        </div>
      ))}
      {hint && <p className="hint">{hint}</p>}
    </fieldset>
  )
}
