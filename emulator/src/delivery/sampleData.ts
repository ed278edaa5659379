import contract from "../published/event-streams.json";

export const eventTypes: string[] = contract.schemas.EventStreamEventTypeEnum.enum;

// All values are made up. The published schemas of the events require these properties. Names and email
// addresses are there to help readers.

const time = "2026-01-01T12:00:00.000Z";

const user = {
  user_id: "auth0|507f1f77bcf86cd799439020",
  email: "jane.doe@example.com",
  name: "Jane Doe",
  created_at: time,
  updated_at: time,
  identities: [
    {
      connection: "Username-Password-Authentication",
      user_id: "507f1f77bcf86cd799439020",
      provider: "auth0",
      isSocial: false,
    },
  ],
} as const;
const organization = { id: "org_Ux4bNq0sKp7mTz2d", name: "acme" };
const group = {
  id: "grp_Kc91LrWv5tYh8eJs",
  name: "Engineering",
  type: "tenant",
  created_at: time,
} as const;
const connection = { id: "con_Hb26VsEo4wRj9kTy", name: "acme-okta", strategy: "okta" } as const;
const role = { id: "rol_Gd03PzXa6uQf7iMn", name: "Editor" };

// An event about several things has only the ids of some.
const ofOrganization = { organization: { id: organization.id } };
const ofGroup = { group: { id: group.id, type: group.type } };
const groupMember = { ...ofGroup, member: { member_type: "user", id: user.user_id } } as const;
const organizationMember = { ...ofOrganization, user: { user_id: user.user_id } };
const organizationConnection = { ...ofOrganization, connection: { id: connection.id } };
const formerRole = { role: { id: role.id }, deleted_at: time };

/** The object that an event is about, by the event's type. */
export const sampleObjects: Record<string, object> = {
  "group.created": group,
  "group.deleted": { ...group, updated_at: time },
  "group.updated": { ...group, updated_at: time },
  "group.member.added": groupMember,
  "group.member.deleted": groupMember,
  "group.role.assigned": { ...ofGroup, role, created_at: time },
  "group.role.deleted": { ...ofGroup, ...formerRole },
  "organization.created": organization,
  "organization.deleted": organization,
  "organization.updated": organization,
  "organization.connection.added": organizationConnection,
  "organization.connection.removed": organizationConnection,
  "organization.connection.updated": organizationConnection,
  "organization.group.role.assigned": { ...ofOrganization, ...ofGroup, role, created_at: time },
  "organization.group.role.deleted": { ...ofOrganization, ...ofGroup, ...formerRole },
  "organization.member.added": organizationMember,
  "organization.member.deleted": organizationMember,
  "organization.member.role.assigned": { ...organizationMember, role },
  "organization.member.role.deleted": { ...organizationMember, role },
  "user.created": user,
  "user.deleted": { ...user, deleted_at: time },
  "user.updated": user,
  "connection.created": connection,
  "connection.deleted": connection,
  "connection.updated": connection,
};

/** The data of an event whose content doesn't matter. */
export const sampleData = (type: string) => ({ object: sampleObjects[type] });
