import type { SupplierInvoiceKind } from '#db/schema/tenant/index.ts'
import { fieldLabels } from '#views/field-labels.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { Checkbox, DateInput, TextInput } from '#views/ui/inputs.tsx'
import { Picker } from '#views/ui/picker.tsx'

import { SupplierVatNumber } from './supplier-vat-number.tsx'

type NewProps = {
  supplier?: { id: string; name: string }
  /** Nobody has said yet whether this supplier charges VAT. */
  asksvat: boolean
  kind: SupplierInvoiceKind
  /** What came of it is charged. */
  order?: { id: string; number: string }
  today: string
}

export function NewSupplierInvoiceDialog({ supplier, asksvat, kind, order, today }: NewProps) {
  const isCredit = kind === 'creditnote'
  return (
    <Dialog
      title={isCredit ? 'Credit note of a supplier' : 'Invoice of a supplier'}
      size="large"
      url="/supplierinvoices"
      submit="Make the draft"
    >
      <input type="hidden" name="kind" value={kind} />
      {order && <input type="hidden" name="order" value={order.id} />}
      <FieldRow>
        <Picker
          label="Supplier"
          name="supplier"
          id="new-supplier"
          url="/lookup/suppliers"
          value={supplier?.id}
          shown={supplier?.name}
          required
        />
        <TextInput
          label="Number"
          name="number"
          maxlength={60}
          required
          autoFocus={supplier !== undefined}
          hint="As it stands on their paper: each is entered once."
        />
      </FieldRow>
      <FieldRow>
        <DateInput label="Date" name="date" value={today} />
        {!isCredit && (
          <DateInput
            label={fieldLabels.due}
            name="duedate"
            hint="Empty: by the days that the supplier gives."
          />
        )}
      </FieldRow>
      {supplier && asksvat && <SupplierVatNumber suppliername={supplier.name} />}
      <Checkbox
        label={
          isCredit
            ? 'Begin with all that went back and is not credited yet'
            : order
              ? `Begin with what came of ${order.number}, and its services, not charged yet`
              : 'Begin with all that came, and services ordered, not charged yet'
        }
        name="fill"
        checked
      />
    </Dialog>
  )
}
