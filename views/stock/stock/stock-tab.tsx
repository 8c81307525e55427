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

/** The figures of an item as a tab of its dialog, with the way to the movements behind them. */
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
