import type { FC } from 'react';
export const Button: FC<Props> = ({ label, ...rest }) => <button {...rest}>{label}</button>;
const generic = <T,>(x: T): T => x;
const typed = <List<string> items={[] as string[]} render={(x: string) => <b>{x!}</b>} />;
export class View extends React.Component<Props> {
  state = {};
  override render() {
    return <Button label={this.props.label} />;
  }
}
