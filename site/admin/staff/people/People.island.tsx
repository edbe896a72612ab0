import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { ListHead } from '#site/admin/ui/lists/ListHead.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import {
  InviteDialog,
  type People as PeopleList,
  type Person,
  type PersonChange,
  PersonDialog,
} from './PersonDialog.tsx'
import { PersonRow, type Press } from './PersonRow.tsx'

const queryKey = ['people']

/** Why an island? Only the owner sees the staff: the calls need a token. */
export const People = adminIsland(List)

function List() {
  const client = useQueryClient()
  const query = useAdminCall(queryKey, 'GET /admin/people', {}, { keptAs: 'people' })
  const [isInviting, setInviting] = useState(false)
  const [asking, setAsking] = useState<{ person: Person; change: PersonChange }>()
  const show = (people: PeopleList) => client.setQueryData(queryKey, people)
  const press = useMutation({
    mutationFn: ({ person, press }: { person: Person; press: Press }) => send(person, press),
    onSuccess(people, { press: { what } }) {
      show(people)
      void showToast(messages[what])
    },
    onError() {
      query.retry()
      void showToast(adminMessages.notDone)
    },
  })
  return (
    <section className="mt-28 md:mt-40" aria-labelledby="people">
      <ListHead id="people" title="Staff">
        <button
          type="button"
          className="btn"
          disabled={!query.data}
          onClick={() => setInviting(true)}
        >
          <Icon shape={adminIcons.plus} />
          Invite
        </button>
      </ListHead>
      <Off name="mail" />
      <Loaded query={query} things="the staff">
        {(people) => (
          <ul data-rows>
            {people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                busy={
                  press.isPending && press.variables.person.id === person.id
                    ? press.variables.press
                    : undefined
                }
                onPress={(pressed) => press.isPending || press.mutate({ person, press: pressed })}
                onAsk={(change) => setAsking({ person, change })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {isInviting && <InviteDialog onChanged={show} onClose={() => setInviting(false)} />}
      {asking && <PersonDialog {...asking} onChanged={show} onClose={() => setAsking(undefined)} />}
    </section>
  )
}

const messages = {
  invite: adminMessages.personInvited,
  signOut: adminMessages.personSignedOut,
  unlinkReader: adminMessages.readerUnlinked,
}

function send({ id }: Person, press: Press): Promise<PeopleList> {
  if (press.what === 'invite') return adminCall('POST /admin/people/:id/invite', { id })
  if (press.what === 'unlinkReader') return adminCall('DELETE /admin/people/:id/reader', { id })
  const { session } = press
  return adminCall('POST /admin/people/:id/sign-out', { id, ...(session && { session }) })
}
