// Demo customers: names of many languages at reserved domains. A number always stands for the same person.

const firstNames = (
  'ana lucas mariana pedro camila rafael beatriz thiago larissa gustavo sofia mateo valentina diego lucia javier elena ' +
  'pablo emma oliver amelia noah grace liam chloe ethan hannah leon mia jonas lena felix clara finn louise hugo chiara ' +
  'luca giulia marco alessia matteo ingrid lars astrid sven freja nils zofia jakub hanna piotr ayse mehmet elif emre ' +
  'priya arjun ananya rohan yuki haruto sakura ren mei wei jin minjun seoyeon fatima omar layla yusuf amina kwame zainab ' +
  'tunde olga dmitri katya ivan noor sanne daan femke'
).split(' ');
const lastNames = (
  'silva santos oliveira costa ferreira almeida ribeiro carvalho garcia lopez martinez fernandez torres ramirez vargas ' +
  'smith taylor brown walker hughes carter bennett foster mueller schmidt weber wagner becker hoffmann dubois moreau ' +
  'laurent rousseau rossi bianchi ferrari romano andersen hansen lindqvist nilsson virtanen kowalska nowak wisniewski ' +
  'yilmaz kaya demir sharma patel iyer mehta tanaka suzuki watanabe kim park choi nguyen tran haddad mansour okafor ' +
  'mensah diallo adeyemi petrova ivanov sokolov jansen bakker visser peeters horvat novak popescu papadopoulos'
).split(' ');
const domains = ['example.com', 'example.org'];

/** The address of the person with this number; no two people have the same one. */
export function buildEmail(person: number): string {
  // Neighbouring numbers are strangers: the names are walked through in large steps.
  const named = firstNames.length * lastNames.length;
  const mixed = ((person % named) * 2_741) % named;
  const round = Math.floor(person / named);
  const first = firstNames[mixed % firstNames.length] ?? '';
  const last = lastNames[Math.floor(mixed / firstNames.length)] ?? '';
  const styles = [`${first}.${last}`, `${first}${last}`, `${first}_${last}`, `${last}.${first}`, `${first}-${last}`];
  const style = styles[(person + round) % styles.length] ?? '';
  return `${style}${round > 0 ? round : ''}@${domains[(mixed + round) % domains.length]}`;
}
