import { LinkButton } from '#views/ui/button.tsx'
import { StockHead, type StockHeadProps } from './item.tsx'

export function StockTab(props: StockHeadProps) {
  return (
    <>
      <StockHead {...props} />
      <LinkButton icon="history" href={`/inventory/${props.item.id}/stock`}>
        Why is stock this number?
      </LinkButton>
    </>
  )
}
