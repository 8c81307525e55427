import { LinkButton } from '#views/ui/button.tsx'
import { WaitsHere } from '#views/ui/outbox.tsx'
import { MovementLinks, StockHead, type StockHeadProps } from './item.tsx'

export function StockTab(props: StockHeadProps) {
  const { id } = props.item
  return (
    <>
      <WaitsHere group={id} />
      <StockHead {...props} />
      <div className="buttons">
        {(props.kept || props.onhand !== 0) && props.canadjust && <MovementLinks id={id} />}
        <LinkButton icon="history" href={`/inventory/${id}/stock`}>
          Why is stock this number?
        </LinkButton>
      </div>
    </>
  )
}
