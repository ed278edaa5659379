/** What sample events contain about the things that types of events are about. All made up. */
const samples = {
  user: {
    user_id: "auth0|507f1f77bcf86cd799439020",
    email: "jane.doe@example.com",
    email_verified: true,
    name: "Jane Doe",
  },
  organization: { id: "org_Ux4bNq0sKp7mTz2d", name: "acme", display_name: "Acme" },
  group: { id: "grp_Kc91LrWv5tYh8eJs", name: "Engineering" },
  role: { id: "rol_Gd03PzXa6uQf7iMn", name: "Editor" },
  connection: {
    id: "con_Hb26VsEo4wRj9kTy",
    name: "Username-Password-Authentication",
    strategy: "auth0",
  },
};

type Subject = keyof typeof samples;

/**
 * The data of an event whose content does not matter: `user.created` has a user, and
 * `organization.member.role.assigned` an organization, a user and a role, each by its name.
 */
export function sampleData(type: string): { object: object } {
  const subjects = type.split(".").slice(0, -1).map(subjectOf);
  const [first, ...others] = subjects;
  if (first !== undefined && others.length === 0) return { object: samples[first] };
  return { object: Object.fromEntries(subjects.map((subject) => [subject, samples[subject]])) };
}

const subjectOf = (part: string) => (part === "member" ? "user" : part) as Subject;
