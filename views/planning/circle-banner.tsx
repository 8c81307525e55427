import { Banner } from '#views/ui/small.tsx'

/** `circle`: codes of items that are made of themselves. */
export const CircleBanner = ({ circle }: { circle?: readonly string[] }) =>
  circle && (
    <Banner level="error">
      An item is made of itself: {circle.join(' → ')}. Until it is taken out of the inputs of one of them,
      what products are made of is left out here.
    </Banner>
  )
