import { LinkButton } from '#views/ui/button.tsx'
import { StockHead, type StockItem, type StockPlace } from './item.tsx'

type StockBriefProps = {
  item: StockItem
  onhand: number
  reserved: number
  available: number
  minimum: number | null
  places: readonly StockPlace[]
}

export function StockTab(props: StockBriefProps) {
  return (
    <>
      <StockHead {...props} />
      <LinkButton icon="history" href={`/inventory/${props.item.id}/stock`}>
        Why is stock this number?
      </LinkButton>
    </>
  )
}
