import { Button, IconButton } from '#views/ui/button.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { Picker } from '#views/ui/picker.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'

type ItemLine = {
  inventoryid: string
  inventory: { name: string; code: string }
  classname: string
  storage: { name: string } | null
  archived: boolean
}

type ItemsProps = { categoryid: string; items: readonly ItemLine[]; canwrite: boolean }

export function CategoryItems({ categoryid, items, canwrite }: ItemsProps) {
  const url = `/admin/categories/${categoryid}/inventory`
  const swap = { 'hx-target': '#categoryitems', 'hx-swap': 'outerMorph' }
  return (
    <div id="categoryitems" className="steps" data-noguard="">
      {items.length === 0 ? (
        <EmptyState icon="package" text="No items go with this category yet." />
      ) : (
        <ul>
          {items.map(({ inventoryid, inventory: { name, code }, classname, storage, archived }) => (
            <li key={inventoryid} id={`item-${inventoryid}`} className={archived ? 'archived' : undefined}>
              <div>
                <strong>{name}</strong> {name !== code && <small>{code}</small>}{' '}
                {classname && <Chip>{classname}</Chip>} {storage && <small>{storage.name}</small>}{' '}
                {archived && <Chip>Archived</Chip>}
              </div>
              {canwrite && (
                <IconButton icon="x" label={`Remove ${name}`} hx-delete={`${url}/${inventoryid}`} {...swap} />
              )}
            </li>
          ))}
        </ul>
      )}
      {canwrite && (
        <div className="addstep" data-step="">
          <FieldRow>
            <Picker
              label="Item"
              name="inventoryid"
              // New after each addition: the next one begins empty.
              id={`category-item-${items.length}`}
              url="/lookup/inventory"
              form={NO_FORM}
              placeholder="Code, make or model"
            />
            <Button icon="plus" hx-post={url} hx-include="closest [data-step]" {...swap}>
              Add item
            </Button>
          </FieldRow>
        </div>
      )}
    </div>
  )
}
