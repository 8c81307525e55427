import { TextInput } from '#views/ui/inputs.tsx'

export const SupplierVatNumber = ({ suppliername }: { suppliername: string }) => (
  <TextInput
    label={`VAT number of ${suppliername}`}
    name="vatnumber"
    maxlength={20}
    width="half"
    hint="As it stands on their paper: kept with the supplier, and VAT is charged from then on. Empty: they charge no VAT, and none is claimed."
  />
)
