import { SessionList } from './SessionList.tsx'

const session = {
  id: '0c2c4a3e-7f53-4a3c-9a55-3a2a1d4c9b10',
  browser: 'Chrome on Android',
  createdAt: '2026-11-20T09:00:00.000Z',
  lastUsedAt: '2026-11-20T12:30:00.000Z',
  isThisOne: true,
}

export const examples = {
  two: () => (
    <SessionList
      sessions={[session, { ...session, id: 'another', browser: null, isThisOne: false }]}
      busyId={undefined}
      onEnd={() => {}}
    />
  ),
  none: () => <SessionList sessions={[]} busyId={undefined} onEnd={() => {}} />,
}
