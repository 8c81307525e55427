import { exactRate, perUnit } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'

type ItemPriceDialogProps = {
  /** Ten-thousandths of a rand for one base unit. */
  item: { id: string; name: string; baseunit: string; price: number; rate: number; exclusive: boolean }
  version: number
  /** Whose lines take the price, where they charge the one from setup. */
  job: { id: string; reference: string }
}

/** Of an item whose figures came with setup, over the job or its papers, which stay as they are. */
export const ItemPriceDialog = ({ item, version, job }: ItemPriceDialogProps) => (
  <Dialog
    title={`What ${item.name} costs`}
    size="small"
    url={`/inventory/${item.id}/price`}
    version={version}
    submit="Set price and cost"
  >
    <input type="hidden" name="jobid" value={job.id} />
    <FieldRow>
      <DecimalInput
        label={`Price, R${perUnit(item.baseunit)}`}
        name="price"
        value={exactRate(item.price)}
        hint={item.exclusive ? 'What clients pay, without VAT.' : 'What clients pay, with VAT.'}
        required
        autoFocus
      />
      <DecimalInput
        label={`Cost, R${perUnit(item.baseunit)}`}
        name="rate"
        value={exactRate(item.rate)}
        hint="What it costs you."
        required
      />
    </FieldRow>
    <p className="hint">
      It is set for all jobs to come. The lines of {job.reference} that stand at what setup brought take it
      too; other jobs keep what they say.
    </p>
  </Dialog>
)
