import { counted, exactRate, formatPercent } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { UnitRate } from '#views/ui/figures.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { Checkbox, DecimalInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { Banner, Chip } from '#views/ui/small.tsx'

export type BatchLine = {
  inventory: string
  code: string
  name: string
  before: { baserate: number; price: number } | null
  after: { baserate: number; price: number }
}

type BatchDialogProps = {
  group: { id: string; name: string }
  categories: readonly Option[]
  typed?: { percent?: number | null; amount?: number | null; category?: string | null; add?: boolean }
  /** What would happen; `total` counts what `rows` begins to show. */
  preview?: { rows: readonly BatchLine[]; total: number; stamp: string }
  stale?: boolean
}

export function BatchDialog({ group, categories, typed = {}, preview, stale }: BatchDialogProps) {
  return (
    <Dialog
      title="Change prices"
      subtitle={group.name}
      url={`/admin/pricing/${group.id}/batch`}
      submit={preview ? `Change ${counted(preview.total, 'price')}` : 'Preview'}
    >
      {stale && (
        <Banner level="warning">
          This is not what was shown before, so nothing is saved yet. Please look again.
        </Banner>
      )}
      <FieldRow>
        <DecimalInput
          label="Percent of the base rate"
          name="percent"
          suffix="%"
          value={typed.percent == null ? '' : formatPercent(typed.percent).replace(/\s*%$/, '')}
          hint="Below zero lowers it."
        />
        <DecimalInput
          label="Amount on the base rate"
          name="amount"
          prefix="R"
          value={typed.amount == null ? '' : exactRate(typed.amount)}
        />
      </FieldRow>
      <Select
        label="Category"
        name="category"
        value={typed.category}
        options={categories}
        placeholder="Every category"
      />
      <Checkbox
        label="Also bring in items that have no price in this group"
        name="add"
        checked={typed.add}
        hint="They begin with their own figures."
      />
      {preview && <Preview {...preview} />}
    </Dialog>
  )
}

function Preview({ rows, total, stamp }: NonNullable<BatchDialogProps['preview']>) {
  return (
    <>
      <input type="hidden" name="stamp" value={stamp} />
      <div className="table">
        <table>
          <caption className="unseen">What would change</caption>
          <thead>
            <tr>
              {['Item', 'Base rate', 'becomes', 'Price', 'becomes'].map((head, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the heads never change
                <th key={at} scope="col" className={at > 0 ? 'number' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PreviewRow key={row.inventory} {...row} />
            ))}
          </tbody>
        </table>
      </div>
      {total > rows.length && <p className="hint">and {total - rows.length} more in the same way.</p>}
    </>
  )
}

function PreviewRow({ code, name, before, after }: BatchLine) {
  return (
    <tr>
      <td>
        {name === code ? code : `${name} [${code}]`} {!before && <Chip level="info">new</Chip>}
      </td>
      <td className="number" data-label="Base rate">
        <UnitRate tenthousandths={before?.baserate} exact />
      </td>
      <td className="number" data-label="becomes">
        <UnitRate tenthousandths={after.baserate} exact />
      </td>
      <td className="number" data-label="Price">
        <UnitRate tenthousandths={before?.price} />
      </td>
      <td className="number" data-label="becomes">
        <UnitRate tenthousandths={after.price} />
      </td>
    </tr>
  )
}
