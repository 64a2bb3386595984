import { render } from "preact";
import { App } from "./app";
import { load } from "./chat/state";
import { watchLink } from "./lib/api";
import "./styles/base.css";
import "./styles/chat.css";
import "./styles/text.css";
import "./styles/engine.css";

await load();
render(<App />, document.getElementById("app")!);
watchLink();
