import { pipelinesWork } from "../support/pipelines/acceptance";

pipelinesWork("GitLab");
