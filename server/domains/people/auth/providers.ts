import { providerKeys, providerNames } from '#server/access/external/config.ts'
import type { Config } from '#server/config.ts'
import { FIRST_PAGE } from './safe-next.ts'

export const offeredProviders = ({ providers }: Pick<Config, 'providers'>, next: string) =>
  providerKeys
    .filter((key) => providers[key])
    .map((key) => ({
      id: key,
      label: `Sign in with ${providerNames[key]}`,
      href: `/api/auth/login/${key}${next === FIRST_PAGE ? '' : `?next=${encodeURIComponent(next)}`}`,
    }))
