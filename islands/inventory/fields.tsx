import { useNames } from '#islands/lib/lookups.ts'
import type { Item } from '#server/domains/catalogue/inventory/types.ts'
import { FieldRow } from '#views/ui/form.tsx'
import { DecimalInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { Select } from '#views/ui/select.tsx'
import { toItemValues } from './item-form.ts'
import type { InventoryProps } from './props.ts'
import { includeChosen } from './with-chosen-option.ts'

export type PartProps = { item: Item; props: InventoryProps; errors: Readonly<Record<string, string>> }

export const itemFieldProps =
  ({ item, props, errors }: PartProps) =>
  (name: string) => ({
    name,
    label: props.labels[name] ?? name,
    error: errors[name],
    value: String(toItemValues(item)[name] ?? ''),
  })

export function ConfigFields(part: PartProps) {
  const { item, props } = part
  const field = itemFieldProps(part)
  const places = useNames(props.can.storage ? '/api/storage?take=500' : null)
  return (
    <div className="stacked">
      <FieldRow>
        <Select
          {...field('inventoryclass')}
          options={props.classes.map(({ value, label }) => ({ value: String(value), label }))}
          placeholder="As its category says"
          hint="What using it does to stock."
        />
        <Select
          key={places ? 'all' : 'own'}
          {...field('defaultstorageid')}
          options={includeChosen(places, item.defaultstorageid).map(({ id, name }) => ({
            value: id,
            label: name,
          }))}
          placeholder="No fixed place"
        />
      </FieldRow>
      <TextInput {...field('consignmentcode')} maxlength={60} width="half" />
      <TextArea {...field('defaultponote')} maxlength={1000} rows={4} />
    </div>
  )
}

export function OperationsFields(part: PartProps & { base: string }) {
  const field = itemFieldProps(part)
  const unit = part.base || undefined
  return (
    <div className="stacked">
      <FieldRow>
        <DecimalInput {...field('unitweight')} suffix="kg" />
        <DecimalInput {...field('unitmass')} suffix="kg" />
        <DecimalInput {...field('unitseconds')} suffix="s" />
      </FieldRow>
      <FieldRow>
        <DecimalInput {...field('maxperjob')} suffix={unit} />
        <DecimalInput {...field('leadtime')} suffix="days" />
        <DecimalInput {...field('minimumordervolume')} suffix={unit} />
      </FieldRow>
      <FieldRow>
        <DecimalInput {...field('minimumproductionvolume')} suffix={unit} />
        <DecimalInput
          {...field('minimumfinishedgoodsvolume')}
          suffix={unit}
          hint="Less than this is available: the stock worklist says so."
        />
      </FieldRow>
      <FieldRow>
        <TextInput {...field('packagingassetcode')} maxlength={60} />
        <DecimalInput {...field('packagingquantity')} suffix={unit} />
      </FieldRow>
    </div>
  )
}
