import { LinkedLines } from '#views/ui/linked-lines.tsx'

type SuppliedItem = { id: string; code: string; name: string; note: string }

export const SuppliedItems = ({ items, more }: { items: readonly SuppliedItem[]; more?: string }) => (
  <LinkedLines
    lines={items.map(({ id, code, name, note }) => ({
      id,
      href: `/admin/inventory/${id}/overview`,
      name,
      text: code === name ? '' : code,
      who: note,
    }))}
    more={more}
    empty={{
      icon: 'package',
      text: 'No item names this supplier yet.',
      hint: 'An item says on its Config tab who supplies it.',
    }}
  />
)
