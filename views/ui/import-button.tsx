import { LinkButton } from './button.tsx'

/** Without an address, who looks may bring in nothing here. */
export const ImportButton = ({ url }: { url?: string }) =>
  url && (
    <LinkButton icon="upload" href={url}>
      Import
    </LinkButton>
  )
