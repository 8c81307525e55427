import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { Checkbox, DecimalInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'

type NewSheetProps = {
  places: readonly Option[]
  categories: readonly Option[]
  /** The place that is chosen to begin with. */
  storageid?: string
}

export const NewSheetDialog = ({ places, categories, storageid }: NewSheetProps) => (
  <Dialog
    title="New count"
    subtitle="What lies or belongs there, of items that are kept in stock"
    url="/admin/stock/counts"
    submit="Create"
  >
    <TextInput label="Name" name="name" maxlength={100} hint="Such as: shelf A, or the end of November." />
    <FieldRow>
      <Select label="Place" name="storageid" value={storageid} options={places} placeholder="Every place" />
      <Select label="Category" name="category" options={categories} placeholder="Every category" />
    </FieldRow>
    <TextArea
      label="Only these items"
      name="codes"
      rows={3}
      hint="Codes or barcodes, one a line. Left empty, it is all of them."
    />
    <Checkbox
      label="Blind"
      name="blind"
      hint="While it is counted, nobody is shown what the books say. This cannot be changed later."
    />
    <FieldRow>
      <DecimalInput
        label="Count again above, in %"
        name="tolerance"
        value="10"
        hint="Of what is expected. Somebody else counts again."
      />
      <DecimalInput label="or above, in rand" name="toleranceamount" hint="Of the worth of the difference." />
    </FieldRow>
  </Dialog>
)
