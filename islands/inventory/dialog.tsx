import '#islands/shared.ts'
import { useEffect, useMemo, useState } from 'react'
import { useAges } from '#islands/lib/ages.ts'
import { errorMessage, fetchData } from '#islands/lib/call.ts'
import { Modal } from '#islands/lib/modal.tsx'
import type { Item } from '#server/domains/catalogue/inventory/types.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { EmptyState, Skeleton } from '#views/ui/small.tsx'
import { newItem } from './item-form.ts'
import type { InventoryProps } from './props.ts'
import { ItemSheet } from './sheet.tsx'

type ItemDialogProps = {
  code: string | undefined
  id: string | undefined
  props: InventoryProps
  onSaved: () => void
  onClose: () => void
}

export default function ItemDialog({ code, id, props, onSaved, onClose }: ItemDialogProps) {
  const [item, setItem] = useState<Item | undefined>(code === undefined ? newItem : undefined)
  const [problem, setProblem] = useState('')
  const path = code === undefined ? '' : `/api/inventory/${encodeURIComponent(id ?? code)}`

  const old = useAges(useMemo(() => [{ name: 'the item', path }], [path]))

  useEffect(() => {
    if (path) fetchData<Item>(path).then(setItem, (error) => setProblem(errorMessage(error)))
  }, [path])

  return (
    <Modal size="large" className="item" labelledby="item-title" onClosed={onClose}>
      {item ? (
        <ItemSheet item={item} props={props} old={old} onSaved={onSaved} />
      ) : (
        <div className="sheet">
          <div className="head">
            <div>
              <h2 id="item-title">{code}</h2>
            </div>
            <IconButton icon="x" label="Close" data-close="" />
          </div>
          <div className="body">
            {problem ? (
              <EmptyState icon="error" text={problem}>
                <Button data-close="">Back to the list</Button>
              </EmptyState>
            ) : (
              <Skeleton lines={8} />
            )}
          </div>
        </div>
      )}
    </Modal>
  )
}
