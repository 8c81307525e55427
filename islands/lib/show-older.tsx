import { wholeNumber } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'

export const ShowOlder = ({ count, onShow }: { count: number; onShow: () => void }) =>
  count > 0 && (
    <p>
      <Button small onClick={onShow}>
        Show older ({wholeNumber(count)})
      </Button>
    </p>
  )
