// @ts-nocheck: generated from schema.json by `npm run generate`, with ajv; do not edit.
"use strict";
export const EventStream = validate10;
const schema11 = {"additionalProperties":false,"type":"object","required":["destination"],"properties":{"name":{"type":"string","minLength":1,"maxLength":128},"subscriptions":{"type":"array","minItems":1,"uniqueItems":true,"items":{"additionalProperties":false,"type":"object","required":["eventType"],"properties":{"eventType":{"type":"string","openEnum":true,"enum":["connection.created","connection.deleted","connection.updated","group.created","group.deleted","group.member.added","group.member.deleted","group.role.assigned","group.role.deleted","group.updated","organization.connection.added","organization.connection.removed","organization.connection.updated","organization.created","organization.deleted","organization.group.role.assigned","organization.group.role.deleted","organization.member.added","organization.member.deleted","organization.member.role.assigned","organization.member.role.deleted","organization.updated","user.created","user.deleted","user.updated"]}}}},"destination":{"discriminator":{"propertyName":"type"},"type":"object","oneOf":[{"additionalProperties":false,"type":"object","required":["type","configuration"],"properties":{"type":{"type":"string","const":"webhook","replaceOnChanges":true},"configuration":{"additionalProperties":false,"type":"object","required":["webhookEndpoint","webhookAuthorization"],"properties":{"webhookEndpoint":{"type":"string","pattern":"^https://[^/?#\\s]+\\S*$","format":"url"},"webhookAuthorization":{"discriminator":{"propertyName":"method"},"type":"object","oneOf":[{"additionalProperties":false,"type":"object","required":["method","username","password"],"properties":{"method":{"type":"string","const":"basic"},"username":{"type":"string","maxLength":128,"pattern":"^[^:]+$"},"password":{"type":"string","minLength":1,"secret":true,"writeOnly":true}}},{"additionalProperties":false,"type":"object","required":["method","token"],"properties":{"method":{"type":"string","const":"bearer"},"token":{"type":"string","minLength":1,"secret":true,"writeOnly":true}}},{"additionalProperties":false,"type":"object","required":["method","headerKey","headerValue"],"properties":{"method":{"type":"string","const":"custom_header"},"headerKey":{"type":"string","pattern":"^[a-zA-Z0-9!#$%&'*+.^_`|~-]+$"},"headerValue":{"type":"string","minLength":1,"secret":true,"writeOnly":true}}}]}}}}},{"additionalProperties":false,"type":"object","required":["type","configuration"],"properties":{"type":{"type":"string","const":"eventbridge","replaceOnChanges":true},"configuration":{"additionalProperties":false,"type":"object","required":["awsAccountId","awsRegion"],"replaceOnChanges":true,"properties":{"awsAccountId":{"type":"string","pattern":"^\\d{12}$"},"awsRegion":{"type":"string","openEnum":true,"enum":["af-south-1","ap-east-1","ap-east-2","ap-northeast-1","ap-northeast-2","ap-northeast-3","ap-south-1","ap-south-2","ap-southeast-1","ap-southeast-2","ap-southeast-3","ap-southeast-4","ap-southeast-5","ap-southeast-6","ap-southeast-7","ca-central-1","ca-west-1","eu-central-1","eu-central-2","eu-north-1","eu-south-1","eu-south-2","eu-west-1","eu-west-2","eu-west-3","il-central-1","me-central-1","me-south-1","mx-central-1","sa-east-1","us-east-1","us-east-2","us-gov-east-1","us-gov-west-1","us-west-1","us-west-2"]}}}}},{"additionalProperties":false,"type":"object","required":["type","configuration"],"properties":{"type":{"type":"string","const":"action","replaceOnChanges":true},"configuration":{"additionalProperties":false,"type":"object","required":["actionId"],"replaceOnChanges":true,"properties":{"actionId":{"type":"string","minLength":1}}}}}]},"status":{"type":"string","enum":["enabled","disabled"],"default":"enabled"}},"$id":"EventStream"};
const func2 = require("./formats").codePointCount;
const func0 = require("node:util").isDeepStrictEqual;
const formats0 = require("./formats").formats.url;
const pattern0 = new RegExp("^https://[^/?#\\s]+\\S*$", "u");
const pattern1 = new RegExp("^[^:]+$", "u");
const pattern2 = new RegExp("^[a-zA-Z0-9!#$%&'*+.^_`|~-]+$", "u");
const pattern3 = new RegExp("^\\d{12}$", "u");

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="EventStream" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.destination === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "destination"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "name") || (key0 === "subscriptions")) || (key0 === "destination")) || (key0 === "status"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func2(data0) > 128){
const err2 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 128}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.subscriptions !== undefined){
let data1 = data.subscriptions;
if(Array.isArray(data1)){
if(data1.length < 1){
const err5 = {instancePath:instancePath+"/subscriptions",schemaPath:"#/properties/subscriptions/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.eventType === undefined){
const err6 = {instancePath:instancePath+"/subscriptions/" + i0,schemaPath:"#/properties/subscriptions/items/required",keyword:"required",params:{missingProperty: "eventType"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key1 in data2){
if(!(key1 === "eventType")){
const err7 = {instancePath:instancePath+"/subscriptions/" + i0,schemaPath:"#/properties/subscriptions/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data2.eventType !== undefined){
let data3 = data2.eventType;
if(typeof data3 !== "string"){
const err8 = {instancePath:instancePath+"/subscriptions/" + i0+"/eventType",schemaPath:"#/properties/subscriptions/items/properties/eventType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!(((((((((((((((((((((((((data3 === "connection.created") || (data3 === "connection.deleted")) || (data3 === "connection.updated")) || (data3 === "group.created")) || (data3 === "group.deleted")) || (data3 === "group.member.added")) || (data3 === "group.member.deleted")) || (data3 === "group.role.assigned")) || (data3 === "group.role.deleted")) || (data3 === "group.updated")) || (data3 === "organization.connection.added")) || (data3 === "organization.connection.removed")) || (data3 === "organization.connection.updated")) || (data3 === "organization.created")) || (data3 === "organization.deleted")) || (data3 === "organization.group.role.assigned")) || (data3 === "organization.group.role.deleted")) || (data3 === "organization.member.added")) || (data3 === "organization.member.deleted")) || (data3 === "organization.member.role.assigned")) || (data3 === "organization.member.role.deleted")) || (data3 === "organization.updated")) || (data3 === "user.created")) || (data3 === "user.deleted")) || (data3 === "user.updated"))){
const err9 = {instancePath:instancePath+"/subscriptions/" + i0+"/eventType",schemaPath:"#/properties/subscriptions/items/properties/eventType/enum",keyword:"enum",params:{allowedValues: schema11.properties.subscriptions.items.properties.eventType.enum}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/subscriptions/" + i0,schemaPath:"#/properties/subscriptions/items/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
let i1 = data1.length;
let j0;
if(i1 > 1){
outer0:
for(;i1--;){
for(j0 = i1; j0--;){
if(func0(data1[i1], data1[j0])){
const err11 = {instancePath:instancePath+"/subscriptions",schemaPath:"#/properties/subscriptions/uniqueItems",keyword:"uniqueItems",params:{i: i1, j: j0}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err12 = {instancePath:instancePath+"/subscriptions",schemaPath:"#/properties/subscriptions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.destination !== undefined){
let data4 = data.destination;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
const tag0 = data4.type;
if(typeof tag0 == "string"){
if(tag0 === "webhook"){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.type === undefined){
const err13 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/oneOf/0/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data4.configuration === undefined){
const err14 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/oneOf/0/required",keyword:"required",params:{missingProperty: "configuration"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
for(const key2 in data4){
if(!((key2 === "type") || (key2 === "configuration"))){
const err15 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data4.type !== undefined){
let data5 = data4.type;
if(typeof data5 !== "string"){
const err16 = {instancePath:instancePath+"/destination/type",schemaPath:"#/properties/destination/oneOf/0/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if("webhook" !== data5){
const err17 = {instancePath:instancePath+"/destination/type",schemaPath:"#/properties/destination/oneOf/0/properties/type/const",keyword:"const",params:{allowedValue: "webhook"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data4.configuration !== undefined){
let data6 = data4.configuration;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.webhookEndpoint === undefined){
const err18 = {instancePath:instancePath+"/destination/configuration",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/required",keyword:"required",params:{missingProperty: "webhookEndpoint"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data6.webhookAuthorization === undefined){
const err19 = {instancePath:instancePath+"/destination/configuration",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/required",keyword:"required",params:{missingProperty: "webhookAuthorization"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
for(const key3 in data6){
if(!((key3 === "webhookEndpoint") || (key3 === "webhookAuthorization"))){
const err20 = {instancePath:instancePath+"/destination/configuration",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data6.webhookEndpoint !== undefined){
let data7 = data6.webhookEndpoint;
if(typeof data7 === "string"){
if(!pattern0.test(data7)){
const err21 = {instancePath:instancePath+"/destination/configuration/webhookEndpoint",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookEndpoint/pattern",keyword:"pattern",params:{pattern: "^https://[^/?#\\s]+\\S*$"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(!(formats0(data7))){
const err22 = {instancePath:instancePath+"/destination/configuration/webhookEndpoint",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookEndpoint/format",keyword:"format",params:{format: "url"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/destination/configuration/webhookEndpoint",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookEndpoint/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data6.webhookAuthorization !== undefined){
let data8 = data6.webhookAuthorization;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
const tag1 = data8.method;
if(typeof tag1 == "string"){
if(tag1 === "basic"){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.method === undefined){
const err24 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/0/required",keyword:"required",params:{missingProperty: "method"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data8.username === undefined){
const err25 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/0/required",keyword:"required",params:{missingProperty: "username"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data8.password === undefined){
const err26 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/0/required",keyword:"required",params:{missingProperty: "password"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
for(const key4 in data8){
if(!(((key4 === "method") || (key4 === "username")) || (key4 === "password"))){
const err27 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data8.method !== undefined){
let data9 = data8.method;
if(typeof data9 !== "string"){
const err28 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/method",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/0/properties/method/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if("basic" !== data9){
const err29 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/method",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/0/properties/method/const",keyword:"const",params:{allowedValue: "basic"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data8.username !== undefined){
let data10 = data8.username;
if(typeof data10 === "string"){
if(func2(data10) > 128){
const err30 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/username",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/0/properties/username/maxLength",keyword:"maxLength",params:{limit: 128}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(!pattern1.test(data10)){
const err31 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/username",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/0/properties/username/pattern",keyword:"pattern",params:{pattern: "^[^:]+$"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/username",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/0/properties/username/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data8.password !== undefined){
let data11 = data8.password;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err33 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/password",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/0/properties/password/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/password",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/0/properties/password/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else if(tag1 === "bearer"){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.method === undefined){
const err36 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/1/required",keyword:"required",params:{missingProperty: "method"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data8.token === undefined){
const err37 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/1/required",keyword:"required",params:{missingProperty: "token"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
for(const key5 in data8){
if(!((key5 === "method") || (key5 === "token"))){
const err38 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data8.method !== undefined){
let data12 = data8.method;
if(typeof data12 !== "string"){
const err39 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/method",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/1/properties/method/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if("bearer" !== data12){
const err40 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/method",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/1/properties/method/const",keyword:"const",params:{allowedValue: "bearer"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data8.token !== undefined){
let data13 = data8.token;
if(typeof data13 === "string"){
if(func2(data13) < 1){
const err41 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/token",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/1/properties/token/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/token",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/1/properties/token/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
else if(tag1 === "custom_header"){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.method === undefined){
const err44 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/2/required",keyword:"required",params:{missingProperty: "method"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data8.headerKey === undefined){
const err45 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/2/required",keyword:"required",params:{missingProperty: "headerKey"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data8.headerValue === undefined){
const err46 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/2/required",keyword:"required",params:{missingProperty: "headerValue"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
for(const key6 in data8){
if(!(((key6 === "method") || (key6 === "headerKey")) || (key6 === "headerValue"))){
const err47 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data8.method !== undefined){
let data14 = data8.method;
if(typeof data14 !== "string"){
const err48 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/method",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/2/properties/method/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if("custom_header" !== data14){
const err49 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/method",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/2/properties/method/const",keyword:"const",params:{allowedValue: "custom_header"}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data8.headerKey !== undefined){
let data15 = data8.headerKey;
if(typeof data15 === "string"){
if(!pattern2.test(data15)){
const err50 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/headerKey",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/2/properties/headerKey/pattern",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9!#$%&'*+.^_`|~-]+$"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
else {
const err51 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/headerKey",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/2/properties/headerKey/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data8.headerValue !== undefined){
let data16 = data8.headerValue;
if(typeof data16 === "string"){
if(func2(data16) < 1){
const err52 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/headerValue",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/2/properties/headerValue/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
else {
const err53 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization/headerValue",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/2/properties/headerValue/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
else {
const err54 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/oneOf/2/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "method", tagValue: tag1}};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/discriminator",keyword:"discriminator",params:{error: "tag", tag: "method", tagValue: tag1}};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
else {
const err57 = {instancePath:instancePath+"/destination/configuration/webhookAuthorization",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/properties/webhookAuthorization/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
}
else {
const err58 = {instancePath:instancePath+"/destination/configuration",schemaPath:"#/properties/destination/oneOf/0/properties/configuration/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
}
else {
const err59 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
else if(tag0 === "eventbridge"){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.type === undefined){
const err60 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/oneOf/1/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data4.configuration === undefined){
const err61 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/oneOf/1/required",keyword:"required",params:{missingProperty: "configuration"}};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
for(const key7 in data4){
if(!((key7 === "type") || (key7 === "configuration"))){
const err62 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7}};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data4.type !== undefined){
let data17 = data4.type;
if(typeof data17 !== "string"){
const err63 = {instancePath:instancePath+"/destination/type",schemaPath:"#/properties/destination/oneOf/1/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if("eventbridge" !== data17){
const err64 = {instancePath:instancePath+"/destination/type",schemaPath:"#/properties/destination/oneOf/1/properties/type/const",keyword:"const",params:{allowedValue: "eventbridge"}};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data4.configuration !== undefined){
let data18 = data4.configuration;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.awsAccountId === undefined){
const err65 = {instancePath:instancePath+"/destination/configuration",schemaPath:"#/properties/destination/oneOf/1/properties/configuration/required",keyword:"required",params:{missingProperty: "awsAccountId"}};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
if(data18.awsRegion === undefined){
const err66 = {instancePath:instancePath+"/destination/configuration",schemaPath:"#/properties/destination/oneOf/1/properties/configuration/required",keyword:"required",params:{missingProperty: "awsRegion"}};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
for(const key8 in data18){
if(!((key8 === "awsAccountId") || (key8 === "awsRegion"))){
const err67 = {instancePath:instancePath+"/destination/configuration",schemaPath:"#/properties/destination/oneOf/1/properties/configuration/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8}};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data18.awsAccountId !== undefined){
let data19 = data18.awsAccountId;
if(typeof data19 === "string"){
if(!pattern3.test(data19)){
const err68 = {instancePath:instancePath+"/destination/configuration/awsAccountId",schemaPath:"#/properties/destination/oneOf/1/properties/configuration/properties/awsAccountId/pattern",keyword:"pattern",params:{pattern: "^\\d{12}$"}};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
else {
const err69 = {instancePath:instancePath+"/destination/configuration/awsAccountId",schemaPath:"#/properties/destination/oneOf/1/properties/configuration/properties/awsAccountId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data18.awsRegion !== undefined){
let data20 = data18.awsRegion;
if(typeof data20 !== "string"){
const err70 = {instancePath:instancePath+"/destination/configuration/awsRegion",schemaPath:"#/properties/destination/oneOf/1/properties/configuration/properties/awsRegion/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if(!((((((((((((((((((((((((((((((((((((data20 === "af-south-1") || (data20 === "ap-east-1")) || (data20 === "ap-east-2")) || (data20 === "ap-northeast-1")) || (data20 === "ap-northeast-2")) || (data20 === "ap-northeast-3")) || (data20 === "ap-south-1")) || (data20 === "ap-south-2")) || (data20 === "ap-southeast-1")) || (data20 === "ap-southeast-2")) || (data20 === "ap-southeast-3")) || (data20 === "ap-southeast-4")) || (data20 === "ap-southeast-5")) || (data20 === "ap-southeast-6")) || (data20 === "ap-southeast-7")) || (data20 === "ca-central-1")) || (data20 === "ca-west-1")) || (data20 === "eu-central-1")) || (data20 === "eu-central-2")) || (data20 === "eu-north-1")) || (data20 === "eu-south-1")) || (data20 === "eu-south-2")) || (data20 === "eu-west-1")) || (data20 === "eu-west-2")) || (data20 === "eu-west-3")) || (data20 === "il-central-1")) || (data20 === "me-central-1")) || (data20 === "me-south-1")) || (data20 === "mx-central-1")) || (data20 === "sa-east-1")) || (data20 === "us-east-1")) || (data20 === "us-east-2")) || (data20 === "us-gov-east-1")) || (data20 === "us-gov-west-1")) || (data20 === "us-west-1")) || (data20 === "us-west-2"))){
const err71 = {instancePath:instancePath+"/destination/configuration/awsRegion",schemaPath:"#/properties/destination/oneOf/1/properties/configuration/properties/awsRegion/enum",keyword:"enum",params:{allowedValues: schema11.properties.destination.oneOf[1].properties.configuration.properties.awsRegion.enum}};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
else {
const err72 = {instancePath:instancePath+"/destination/configuration",schemaPath:"#/properties/destination/oneOf/1/properties/configuration/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
}
else {
const err73 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
else if(tag0 === "action"){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.type === undefined){
const err74 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/oneOf/2/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(data4.configuration === undefined){
const err75 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/oneOf/2/required",keyword:"required",params:{missingProperty: "configuration"}};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
for(const key9 in data4){
if(!((key9 === "type") || (key9 === "configuration"))){
const err76 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9}};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
if(data4.type !== undefined){
let data21 = data4.type;
if(typeof data21 !== "string"){
const err77 = {instancePath:instancePath+"/destination/type",schemaPath:"#/properties/destination/oneOf/2/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if("action" !== data21){
const err78 = {instancePath:instancePath+"/destination/type",schemaPath:"#/properties/destination/oneOf/2/properties/type/const",keyword:"const",params:{allowedValue: "action"}};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
if(data4.configuration !== undefined){
let data22 = data4.configuration;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(data22.actionId === undefined){
const err79 = {instancePath:instancePath+"/destination/configuration",schemaPath:"#/properties/destination/oneOf/2/properties/configuration/required",keyword:"required",params:{missingProperty: "actionId"}};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
for(const key10 in data22){
if(!(key10 === "actionId")){
const err80 = {instancePath:instancePath+"/destination/configuration",schemaPath:"#/properties/destination/oneOf/2/properties/configuration/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10}};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data22.actionId !== undefined){
let data23 = data22.actionId;
if(typeof data23 === "string"){
if(func2(data23) < 1){
const err81 = {instancePath:instancePath+"/destination/configuration/actionId",schemaPath:"#/properties/destination/oneOf/2/properties/configuration/properties/actionId/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/destination/configuration/actionId",schemaPath:"#/properties/destination/oneOf/2/properties/configuration/properties/actionId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
else {
const err83 = {instancePath:instancePath+"/destination/configuration",schemaPath:"#/properties/destination/oneOf/2/properties/configuration/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
}
else {
const err84 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/oneOf/2/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
else {
const err85 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "type", tagValue: tag0}};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
else {
const err86 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/discriminator",keyword:"discriminator",params:{error: "tag", tag: "type", tagValue: tag0}};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
else {
const err87 = {instancePath:instancePath+"/destination",schemaPath:"#/properties/destination/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
if(data.status !== undefined){
let data24 = data.status;
if(typeof data24 !== "string"){
const err88 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if(!((data24 === "enabled") || (data24 === "disabled"))){
const err89 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema11.properties.status.enum}};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
}
else {
const err90 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

export const RateLimitPolicy = validate11;
const schema12 = {"additionalProperties":false,"type":"object","required":["resource","consumer","consumerSelector","configuration"],"properties":{"resource":{"type":"string","openEnum":true,"enum":["oauth_authentication_api"],"replaceOnChanges":true},"consumer":{"type":"string","openEnum":true,"enum":["client"],"replaceOnChanges":true},"consumerSelector":{"type":"string","maxLength":255,"pattern":"^(client_id:[^\\s<>]+|cimd_clients|third_party_clients|default)$","examples":["cimd_clients","third_party_clients","default"],"replaceOnChanges":true},"configuration":{"discriminator":{"propertyName":"action"},"type":"object","oneOf":[{"additionalProperties":false,"type":"object","required":["action"],"properties":{"action":{"type":"string","const":"allow"}}},{"additionalProperties":false,"type":"object","required":["action","limit"],"properties":{"action":{"type":"string","const":"block"},"limit":{"type":"integer","minimum":0,"maximum":10000}}},{"additionalProperties":false,"type":"object","required":["action","limit"],"properties":{"action":{"type":"string","const":"log"},"limit":{"type":"integer","minimum":0,"maximum":10000}}},{"additionalProperties":false,"type":"object","required":["action","limit","redirectUri"],"properties":{"action":{"type":"string","const":"redirect"},"limit":{"type":"integer","minimum":0,"maximum":10000},"redirectUri":{"type":"string","pattern":"^[hH][tT][tT][pP][sS]://[^/?#\\s]+\\S*$","format":"url"}}}]}},"$id":"RateLimitPolicy"};
const pattern4 = new RegExp("^(client_id:[^\\s<>]+|cimd_clients|third_party_clients|default)$", "u");
const pattern5 = new RegExp("^[hH][tT][tT][pP][sS]://[^/?#\\s]+\\S*$", "u");

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="RateLimitPolicy" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.resource === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "resource"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.consumer === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "consumer"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.consumerSelector === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "consumerSelector"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.configuration === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "configuration"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "resource") || (key0 === "consumer")) || (key0 === "consumerSelector")) || (key0 === "configuration"))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.resource !== undefined){
let data0 = data.resource;
if(typeof data0 !== "string"){
const err5 = {instancePath:instancePath+"/resource",schemaPath:"#/properties/resource/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!(data0 === "oauth_authentication_api")){
const err6 = {instancePath:instancePath+"/resource",schemaPath:"#/properties/resource/enum",keyword:"enum",params:{allowedValues: schema12.properties.resource.enum}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.consumer !== undefined){
let data1 = data.consumer;
if(typeof data1 !== "string"){
const err7 = {instancePath:instancePath+"/consumer",schemaPath:"#/properties/consumer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!(data1 === "client")){
const err8 = {instancePath:instancePath+"/consumer",schemaPath:"#/properties/consumer/enum",keyword:"enum",params:{allowedValues: schema12.properties.consumer.enum}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.consumerSelector !== undefined){
let data2 = data.consumerSelector;
if(typeof data2 === "string"){
if(func2(data2) > 255){
const err9 = {instancePath:instancePath+"/consumerSelector",schemaPath:"#/properties/consumerSelector/maxLength",keyword:"maxLength",params:{limit: 255}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!pattern4.test(data2)){
const err10 = {instancePath:instancePath+"/consumerSelector",schemaPath:"#/properties/consumerSelector/pattern",keyword:"pattern",params:{pattern: "^(client_id:[^\\s<>]+|cimd_clients|third_party_clients|default)$"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/consumerSelector",schemaPath:"#/properties/consumerSelector/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.configuration !== undefined){
let data3 = data.configuration;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
const tag0 = data3.action;
if(typeof tag0 == "string"){
if(tag0 === "allow"){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.action === undefined){
const err12 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/0/required",keyword:"required",params:{missingProperty: "action"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
for(const key1 in data3){
if(!(key1 === "action")){
const err13 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/0/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data3.action !== undefined){
let data4 = data3.action;
if(typeof data4 !== "string"){
const err14 = {instancePath:instancePath+"/configuration/action",schemaPath:"#/properties/configuration/oneOf/0/properties/action/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if("allow" !== data4){
const err15 = {instancePath:instancePath+"/configuration/action",schemaPath:"#/properties/configuration/oneOf/0/properties/action/const",keyword:"const",params:{allowedValue: "allow"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/0/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else if(tag0 === "block"){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.action === undefined){
const err17 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/1/required",keyword:"required",params:{missingProperty: "action"}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data3.limit === undefined){
const err18 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/1/required",keyword:"required",params:{missingProperty: "limit"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
for(const key2 in data3){
if(!((key2 === "action") || (key2 === "limit"))){
const err19 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data3.action !== undefined){
let data5 = data3.action;
if(typeof data5 !== "string"){
const err20 = {instancePath:instancePath+"/configuration/action",schemaPath:"#/properties/configuration/oneOf/1/properties/action/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if("block" !== data5){
const err21 = {instancePath:instancePath+"/configuration/action",schemaPath:"#/properties/configuration/oneOf/1/properties/action/const",keyword:"const",params:{allowedValue: "block"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data3.limit !== undefined){
let data6 = data3.limit;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err22 = {instancePath:instancePath+"/configuration/limit",schemaPath:"#/properties/configuration/oneOf/1/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 10000 || isNaN(data6)){
const err23 = {instancePath:instancePath+"/configuration/limit",schemaPath:"#/properties/configuration/oneOf/1/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err24 = {instancePath:instancePath+"/configuration/limit",schemaPath:"#/properties/configuration/oneOf/1/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
}
else {
const err25 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/1/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else if(tag0 === "log"){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.action === undefined){
const err26 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/2/required",keyword:"required",params:{missingProperty: "action"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data3.limit === undefined){
const err27 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/2/required",keyword:"required",params:{missingProperty: "limit"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key3 in data3){
if(!((key3 === "action") || (key3 === "limit"))){
const err28 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data3.action !== undefined){
let data7 = data3.action;
if(typeof data7 !== "string"){
const err29 = {instancePath:instancePath+"/configuration/action",schemaPath:"#/properties/configuration/oneOf/2/properties/action/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if("log" !== data7){
const err30 = {instancePath:instancePath+"/configuration/action",schemaPath:"#/properties/configuration/oneOf/2/properties/action/const",keyword:"const",params:{allowedValue: "log"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data3.limit !== undefined){
let data8 = data3.limit;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err31 = {instancePath:instancePath+"/configuration/limit",schemaPath:"#/properties/configuration/oneOf/2/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 10000 || isNaN(data8)){
const err32 = {instancePath:instancePath+"/configuration/limit",schemaPath:"#/properties/configuration/oneOf/2/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data8 < 0 || isNaN(data8)){
const err33 = {instancePath:instancePath+"/configuration/limit",schemaPath:"#/properties/configuration/oneOf/2/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
}
else {
const err34 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/2/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else if(tag0 === "redirect"){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.action === undefined){
const err35 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/3/required",keyword:"required",params:{missingProperty: "action"}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data3.limit === undefined){
const err36 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/3/required",keyword:"required",params:{missingProperty: "limit"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data3.redirectUri === undefined){
const err37 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/3/required",keyword:"required",params:{missingProperty: "redirectUri"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
for(const key4 in data3){
if(!(((key4 === "action") || (key4 === "limit")) || (key4 === "redirectUri"))){
const err38 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/3/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data3.action !== undefined){
let data9 = data3.action;
if(typeof data9 !== "string"){
const err39 = {instancePath:instancePath+"/configuration/action",schemaPath:"#/properties/configuration/oneOf/3/properties/action/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if("redirect" !== data9){
const err40 = {instancePath:instancePath+"/configuration/action",schemaPath:"#/properties/configuration/oneOf/3/properties/action/const",keyword:"const",params:{allowedValue: "redirect"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data3.limit !== undefined){
let data10 = data3.limit;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err41 = {instancePath:instancePath+"/configuration/limit",schemaPath:"#/properties/configuration/oneOf/3/properties/limit/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 10000 || isNaN(data10)){
const err42 = {instancePath:instancePath+"/configuration/limit",schemaPath:"#/properties/configuration/oneOf/3/properties/limit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err43 = {instancePath:instancePath+"/configuration/limit",schemaPath:"#/properties/configuration/oneOf/3/properties/limit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
if(data3.redirectUri !== undefined){
let data11 = data3.redirectUri;
if(typeof data11 === "string"){
if(!pattern5.test(data11)){
const err44 = {instancePath:instancePath+"/configuration/redirectUri",schemaPath:"#/properties/configuration/oneOf/3/properties/redirectUri/pattern",keyword:"pattern",params:{pattern: "^[hH][tT][tT][pP][sS]://[^/?#\\s]+\\S*$"}};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(!(formats0(data11))){
const err45 = {instancePath:instancePath+"/configuration/redirectUri",schemaPath:"#/properties/configuration/oneOf/3/properties/redirectUri/format",keyword:"format",params:{format: "url"}};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/configuration/redirectUri",schemaPath:"#/properties/configuration/oneOf/3/properties/redirectUri/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/oneOf/3/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/discriminator",keyword:"discriminator",params:{error: "mapping", tag: "action", tagValue: tag0}};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/discriminator",keyword:"discriminator",params:{error: "tag", tag: "action", tagValue: tag0}};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/configuration",schemaPath:"#/properties/configuration/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

export const GuardianFcmv1Provider = validate12;
const schema13 = {"additionalProperties":false,"type":"object","required":["serverCredentials"],"properties":{"serverCredentials":{"type":"string","minLength":1,"maxLength":10000,"secret":true,"writeOnly":true}},"$id":"GuardianFcmv1Provider"};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="GuardianFcmv1Provider" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.serverCredentials === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "serverCredentials"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(key0 === "serverCredentials")){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.serverCredentials !== undefined){
let data0 = data.serverCredentials;
if(typeof data0 === "string"){
if(func2(data0) > 10000){
const err2 = {instancePath:instancePath+"/serverCredentials",schemaPath:"#/properties/serverCredentials/maxLength",keyword:"maxLength",params:{limit: 10000}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func2(data0) < 1){
const err3 = {instancePath:instancePath+"/serverCredentials",schemaPath:"#/properties/serverCredentials/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/serverCredentials",schemaPath:"#/properties/serverCredentials/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}

export const getDeliveries = validate13;
const schema14 = {"additionalProperties":false,"type":"object","required":["eventStreamId"],"properties":{"eventStreamId":{"type":"string","minLength":26,"maxLength":26},"statuses":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[^,\\s]+$"}},"eventTypes":{"type":"array","minItems":1,"items":{"type":"string","openEnum":true,"enum":["connection.created","connection.deleted","connection.updated","group.created","group.deleted","group.member.added","group.member.deleted","group.role.assigned","group.role.deleted","group.updated","organization.connection.added","organization.connection.removed","organization.connection.updated","organization.created","organization.deleted","organization.group.role.assigned","organization.group.role.deleted","organization.member.added","organization.member.deleted","organization.member.role.assigned","organization.member.role.deleted","organization.updated","user.created","user.deleted","user.updated"]}},"dateFrom":{"type":"string","format":"date-time"},"dateTo":{"type":"string","format":"date-time"},"from":{"type":"string","minLength":1},"take":{"type":"integer","minimum":1,"maximum":100,"default":50},"maxItems":{"type":"integer","minimum":1,"default":1000},"includeEvent":{"type":"boolean","default":false}},"$id":"getDeliveries"};
const func13 = Object.prototype.hasOwnProperty;
const pattern6 = new RegExp("^[^,\\s]+$", "u");
const formats4 = require("./formats").formats["date-time"];

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="getDeliveries" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.eventStreamId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "eventStreamId"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(func13.call(schema14.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.eventStreamId !== undefined){
let data0 = data.eventStreamId;
if(typeof data0 === "string"){
if(func2(data0) > 26){
const err2 = {instancePath:instancePath+"/eventStreamId",schemaPath:"#/properties/eventStreamId/maxLength",keyword:"maxLength",params:{limit: 26}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(func2(data0) < 26){
const err3 = {instancePath:instancePath+"/eventStreamId",schemaPath:"#/properties/eventStreamId/minLength",keyword:"minLength",params:{limit: 26}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/eventStreamId",schemaPath:"#/properties/eventStreamId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.statuses !== undefined){
let data1 = data.statuses;
if(Array.isArray(data1)){
if(data1.length < 1){
const err5 = {instancePath:instancePath+"/statuses",schemaPath:"#/properties/statuses/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(!pattern6.test(data2)){
const err6 = {instancePath:instancePath+"/statuses/" + i0,schemaPath:"#/properties/statuses/items/pattern",keyword:"pattern",params:{pattern: "^[^,\\s]+$"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/statuses/" + i0,schemaPath:"#/properties/statuses/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/statuses",schemaPath:"#/properties/statuses/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.eventTypes !== undefined){
let data3 = data.eventTypes;
if(Array.isArray(data3)){
if(data3.length < 1){
const err9 = {instancePath:instancePath+"/eventTypes",schemaPath:"#/properties/eventTypes/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(typeof data4 !== "string"){
const err10 = {instancePath:instancePath+"/eventTypes/" + i1,schemaPath:"#/properties/eventTypes/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!(((((((((((((((((((((((((data4 === "connection.created") || (data4 === "connection.deleted")) || (data4 === "connection.updated")) || (data4 === "group.created")) || (data4 === "group.deleted")) || (data4 === "group.member.added")) || (data4 === "group.member.deleted")) || (data4 === "group.role.assigned")) || (data4 === "group.role.deleted")) || (data4 === "group.updated")) || (data4 === "organization.connection.added")) || (data4 === "organization.connection.removed")) || (data4 === "organization.connection.updated")) || (data4 === "organization.created")) || (data4 === "organization.deleted")) || (data4 === "organization.group.role.assigned")) || (data4 === "organization.group.role.deleted")) || (data4 === "organization.member.added")) || (data4 === "organization.member.deleted")) || (data4 === "organization.member.role.assigned")) || (data4 === "organization.member.role.deleted")) || (data4 === "organization.updated")) || (data4 === "user.created")) || (data4 === "user.deleted")) || (data4 === "user.updated"))){
const err11 = {instancePath:instancePath+"/eventTypes/" + i1,schemaPath:"#/properties/eventTypes/items/enum",keyword:"enum",params:{allowedValues: schema14.properties.eventTypes.items.enum}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/eventTypes",schemaPath:"#/properties/eventTypes/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.dateFrom !== undefined){
let data5 = data.dateFrom;
if(typeof data5 === "string"){
if(!(formats4(data5))){
const err13 = {instancePath:instancePath+"/dateFrom",schemaPath:"#/properties/dateFrom/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/dateFrom",schemaPath:"#/properties/dateFrom/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.dateTo !== undefined){
let data6 = data.dateTo;
if(typeof data6 === "string"){
if(!(formats4(data6))){
const err15 = {instancePath:instancePath+"/dateTo",schemaPath:"#/properties/dateTo/format",keyword:"format",params:{format: "date-time"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/dateTo",schemaPath:"#/properties/dateTo/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.from !== undefined){
let data7 = data.from;
if(typeof data7 === "string"){
if(func2(data7) < 1){
const err17 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.take !== undefined){
let data8 = data.take;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err19 = {instancePath:instancePath+"/take",schemaPath:"#/properties/take/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 100 || isNaN(data8)){
const err20 = {instancePath:instancePath+"/take",schemaPath:"#/properties/take/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err21 = {instancePath:instancePath+"/take",schemaPath:"#/properties/take/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
if(data.maxItems !== undefined){
let data9 = data.maxItems;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err22 = {instancePath:instancePath+"/maxItems",schemaPath:"#/properties/maxItems/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 1 || isNaN(data9)){
const err23 = {instancePath:instancePath+"/maxItems",schemaPath:"#/properties/maxItems/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data.includeEvent !== undefined){
if(typeof data.includeEvent !== "boolean"){
const err24 = {instancePath:instancePath+"/includeEvent",schemaPath:"#/properties/includeEvent/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate13.errors = vErrors;
return errors === 0;
}

export const EventStreamList = validate14;
const schema15 = {"additionalProperties":false,"type":"object","required":[],"properties":{},"$id":"EventStreamList"};

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="EventStreamList" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate14.errors = vErrors;
return errors === 0;
}

export const RateLimitPolicyList = validate15;
const schema16 = {"additionalProperties":false,"type":"object","required":[],"properties":{"resource":{"type":"string","openEnum":true,"enum":["oauth_authentication_api"]},"consumer":{"type":"string","openEnum":true,"enum":["client"]},"consumerSelector":{"type":"string","maxLength":255}},"$id":"RateLimitPolicyList"};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="RateLimitPolicyList" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "resource") || (key0 === "consumer")) || (key0 === "consumerSelector"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.resource !== undefined){
let data0 = data.resource;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/resource",schemaPath:"#/properties/resource/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(data0 === "oauth_authentication_api")){
const err2 = {instancePath:instancePath+"/resource",schemaPath:"#/properties/resource/enum",keyword:"enum",params:{allowedValues: schema16.properties.resource.enum}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.consumer !== undefined){
let data1 = data.consumer;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/consumer",schemaPath:"#/properties/consumer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!(data1 === "client")){
const err4 = {instancePath:instancePath+"/consumer",schemaPath:"#/properties/consumer/enum",keyword:"enum",params:{allowedValues: schema16.properties.consumer.enum}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.consumerSelector !== undefined){
let data2 = data.consumerSelector;
if(typeof data2 === "string"){
if(func2(data2) > 255){
const err5 = {instancePath:instancePath+"/consumerSelector",schemaPath:"#/properties/consumerSelector/maxLength",keyword:"maxLength",params:{limit: 255}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/consumerSelector",schemaPath:"#/properties/consumerSelector/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate15.errors = vErrors;
return errors === 0;
}

export const getEventStream = validate16;
const schema17 = {"additionalProperties":false,"type":"object","required":[],"properties":{"id":{"type":"string","minLength":26,"maxLength":26},"name":{"type":"string","minLength":1,"maxLength":128}},"$id":"getEventStream"};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="getEventStream" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "id") || (key0 === "name"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func2(data0) > 26){
const err1 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 26}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func2(data0) < 26){
const err2 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 26}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.name !== undefined){
let data1 = data.name;
if(typeof data1 === "string"){
if(func2(data1) > 128){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 128}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(func2(data1) < 1){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate16.errors = vErrors;
return errors === 0;
}

export const getRateLimitPolicy = validate17;
const schema18 = {"additionalProperties":false,"type":"object","required":[],"properties":{"id":{"type":"string","minLength":1,"maxLength":26},"resource":{"type":"string","openEnum":true,"enum":["oauth_authentication_api"]},"consumer":{"type":"string","openEnum":true,"enum":["client"]},"consumerSelector":{"type":"string","maxLength":255,"pattern":"^(client_id:[^\\s<>]+|cimd_clients|third_party_clients|default)$","examples":["cimd_clients","third_party_clients","default"]}},"$id":"getRateLimitPolicy"};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="getRateLimitPolicy" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "id") || (key0 === "resource")) || (key0 === "consumer")) || (key0 === "consumerSelector"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func2(data0) > 26){
const err1 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/maxLength",keyword:"maxLength",params:{limit: 26}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(func2(data0) < 1){
const err2 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.resource !== undefined){
let data1 = data.resource;
if(typeof data1 !== "string"){
const err4 = {instancePath:instancePath+"/resource",schemaPath:"#/properties/resource/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!(data1 === "oauth_authentication_api")){
const err5 = {instancePath:instancePath+"/resource",schemaPath:"#/properties/resource/enum",keyword:"enum",params:{allowedValues: schema18.properties.resource.enum}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.consumer !== undefined){
let data2 = data.consumer;
if(typeof data2 !== "string"){
const err6 = {instancePath:instancePath+"/consumer",schemaPath:"#/properties/consumer/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(data2 === "client")){
const err7 = {instancePath:instancePath+"/consumer",schemaPath:"#/properties/consumer/enum",keyword:"enum",params:{allowedValues: schema18.properties.consumer.enum}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.consumerSelector !== undefined){
let data3 = data.consumerSelector;
if(typeof data3 === "string"){
if(func2(data3) > 255){
const err8 = {instancePath:instancePath+"/consumerSelector",schemaPath:"#/properties/consumerSelector/maxLength",keyword:"maxLength",params:{limit: 255}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(data3)){
const err9 = {instancePath:instancePath+"/consumerSelector",schemaPath:"#/properties/consumerSelector/pattern",keyword:"pattern",params:{pattern: "^(client_id:[^\\s<>]+|cimd_clients|third_party_clients|default)$"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/consumerSelector",schemaPath:"#/properties/consumerSelector/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate17.errors = vErrors;
return errors === 0;
}

export const Provider = validate18;
const schema19 = {"additionalProperties":false,"type":"object","required":[],"properties":{"domain":{"type":"string","defaultInfo":{"environment":["AUTH0_DOMAIN"]}},"clientId":{"type":"string","defaultInfo":{"environment":["AUTH0_CLIENT_ID"]}},"clientSecret":{"type":"string","secret":true,"defaultInfo":{"environment":["AUTH0_CLIENT_SECRET"]}},"clientAssertionPrivateKey":{"type":"string","secret":true,"defaultInfo":{"environment":["AUTH0_CLIENT_ASSERTION_PRIVATE_KEY"]}},"clientAssertionSigningAlg":{"type":"string","defaultInfo":{"environment":["AUTH0_CLIENT_ASSERTION_SIGNING_ALG"]},"enum":["RS256","RS384","PS256"]},"apiToken":{"type":"string","secret":true,"defaultInfo":{"environment":["AUTH0_API_TOKEN"]}},"audience":{"type":"string","defaultInfo":{"environment":["AUTH0_AUDIENCE"]}},"formerDomain":{"type":"string","defaultInfo":{"environment":["AUTH0_FORMER_DOMAIN"]}},"correlationIdPrefix":{"type":"string","default":"pulumi-","maxLength":28,"pattern":"^[A-Za-z0-9_.*~@+/:-]+$","defaultInfo":{"environment":["AUTH0_CORRELATION_ID_PREFIX"]}},"unknownValues":{"type":"string","default":"reject","defaultInfo":{"environment":["AUTH0_UNKNOWN_VALUES"]},"enum":["reject","warn"]},"maxConcurrency":{"type":"integer","minimum":1,"maximum":100,"defaultInfo":{"environment":["AUTH0_MAX_CONCURRENCY"]}},"requestsPerSecond":{"type":"number","minimum":0.1,"maximum":1000,"defaultInfo":{"environment":["AUTH0_REQUESTS_PER_SECOND"]}},"maxRetries":{"type":"integer","default":10,"minimum":0,"maximum":100,"defaultInfo":{"environment":["AUTH0_MAX_RETRIES"]}},"timeout":{"type":"number","default":60,"minimum":1,"maximum":600,"defaultInfo":{"environment":["AUTH0_TIMEOUT"]}},"debug":{"type":"boolean","default":false,"defaultInfo":{"environment":["AUTH0_DEBUG"]}},"environmentPrefix":{"type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_]*$"}},"$id":"Provider"};
const pattern8 = new RegExp("^[A-Za-z0-9_.*~@+/:-]+$", "u");
const pattern9 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Provider" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func13.call(schema19.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.domain !== undefined){
if(typeof data.domain !== "string"){
const err1 = {instancePath:instancePath+"/domain",schemaPath:"#/properties/domain/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.clientId !== undefined){
if(typeof data.clientId !== "string"){
const err2 = {instancePath:instancePath+"/clientId",schemaPath:"#/properties/clientId/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.clientSecret !== undefined){
if(typeof data.clientSecret !== "string"){
const err3 = {instancePath:instancePath+"/clientSecret",schemaPath:"#/properties/clientSecret/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.clientAssertionPrivateKey !== undefined){
if(typeof data.clientAssertionPrivateKey !== "string"){
const err4 = {instancePath:instancePath+"/clientAssertionPrivateKey",schemaPath:"#/properties/clientAssertionPrivateKey/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.clientAssertionSigningAlg !== undefined){
let data4 = data.clientAssertionSigningAlg;
if(typeof data4 !== "string"){
const err5 = {instancePath:instancePath+"/clientAssertionSigningAlg",schemaPath:"#/properties/clientAssertionSigningAlg/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!(((data4 === "RS256") || (data4 === "RS384")) || (data4 === "PS256"))){
const err6 = {instancePath:instancePath+"/clientAssertionSigningAlg",schemaPath:"#/properties/clientAssertionSigningAlg/enum",keyword:"enum",params:{allowedValues: schema19.properties.clientAssertionSigningAlg.enum}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.apiToken !== undefined){
if(typeof data.apiToken !== "string"){
const err7 = {instancePath:instancePath+"/apiToken",schemaPath:"#/properties/apiToken/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.audience !== undefined){
if(typeof data.audience !== "string"){
const err8 = {instancePath:instancePath+"/audience",schemaPath:"#/properties/audience/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.formerDomain !== undefined){
if(typeof data.formerDomain !== "string"){
const err9 = {instancePath:instancePath+"/formerDomain",schemaPath:"#/properties/formerDomain/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.correlationIdPrefix !== undefined){
let data8 = data.correlationIdPrefix;
if(typeof data8 === "string"){
if(func2(data8) > 28){
const err10 = {instancePath:instancePath+"/correlationIdPrefix",schemaPath:"#/properties/correlationIdPrefix/maxLength",keyword:"maxLength",params:{limit: 28}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!pattern8.test(data8)){
const err11 = {instancePath:instancePath+"/correlationIdPrefix",schemaPath:"#/properties/correlationIdPrefix/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_.*~@+/:-]+$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/correlationIdPrefix",schemaPath:"#/properties/correlationIdPrefix/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.unknownValues !== undefined){
let data9 = data.unknownValues;
if(typeof data9 !== "string"){
const err13 = {instancePath:instancePath+"/unknownValues",schemaPath:"#/properties/unknownValues/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!((data9 === "reject") || (data9 === "warn"))){
const err14 = {instancePath:instancePath+"/unknownValues",schemaPath:"#/properties/unknownValues/enum",keyword:"enum",params:{allowedValues: schema19.properties.unknownValues.enum}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.maxConcurrency !== undefined){
let data10 = data.maxConcurrency;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err15 = {instancePath:instancePath+"/maxConcurrency",schemaPath:"#/properties/maxConcurrency/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 100 || isNaN(data10)){
const err16 = {instancePath:instancePath+"/maxConcurrency",schemaPath:"#/properties/maxConcurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err17 = {instancePath:instancePath+"/maxConcurrency",schemaPath:"#/properties/maxConcurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
if(data.requestsPerSecond !== undefined){
let data11 = data.requestsPerSecond;
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 1000 || isNaN(data11)){
const err18 = {instancePath:instancePath+"/requestsPerSecond",schemaPath:"#/properties/requestsPerSecond/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data11 < 0.1 || isNaN(data11)){
const err19 = {instancePath:instancePath+"/requestsPerSecond",schemaPath:"#/properties/requestsPerSecond/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.1}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/requestsPerSecond",schemaPath:"#/properties/requestsPerSecond/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.maxRetries !== undefined){
let data12 = data.maxRetries;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err21 = {instancePath:instancePath+"/maxRetries",schemaPath:"#/properties/maxRetries/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 100 || isNaN(data12)){
const err22 = {instancePath:instancePath+"/maxRetries",schemaPath:"#/properties/maxRetries/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data12 < 0 || isNaN(data12)){
const err23 = {instancePath:instancePath+"/maxRetries",schemaPath:"#/properties/maxRetries/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data.timeout !== undefined){
let data13 = data.timeout;
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 600 || isNaN(data13)){
const err24 = {instancePath:instancePath+"/timeout",schemaPath:"#/properties/timeout/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data13 < 1 || isNaN(data13)){
const err25 = {instancePath:instancePath+"/timeout",schemaPath:"#/properties/timeout/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/timeout",schemaPath:"#/properties/timeout/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.debug !== undefined){
if(typeof data.debug !== "boolean"){
const err27 = {instancePath:instancePath+"/debug",schemaPath:"#/properties/debug/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.environmentPrefix !== undefined){
let data15 = data.environmentPrefix;
if(typeof data15 === "string"){
if(!pattern9.test(data15)){
const err28 = {instancePath:instancePath+"/environmentPrefix",schemaPath:"#/properties/environmentPrefix/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_]*$"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/environmentPrefix",schemaPath:"#/properties/environmentPrefix/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
validate18.errors = vErrors;
return errors === 0;
}

export const testDelivery = validate19;
const schema20 = {"additionalProperties":false,"type":"object","required":["eventType"],"properties":{"eventType":{"type":"string","openEnum":true,"enum":["connection.created","connection.deleted","connection.updated","group.created","group.deleted","group.member.added","group.member.deleted","group.role.assigned","group.role.deleted","group.updated","organization.connection.added","organization.connection.removed","organization.connection.updated","organization.created","organization.deleted","organization.group.role.assigned","organization.group.role.deleted","organization.member.added","organization.member.deleted","organization.member.role.assigned","organization.member.role.deleted","organization.updated","user.created","user.deleted","user.updated"]},"data":{"type":"object","secret":true,"additionalProperties":true},"timeoutSeconds":{"type":"number","minimum":1,"maximum":3600,"default":60}},"$id":"testDelivery"};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="testDelivery" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.eventType === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "eventType"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "eventType") || (key0 === "data")) || (key0 === "timeoutSeconds"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.eventType !== undefined){
let data0 = data.eventType;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/eventType",schemaPath:"#/properties/eventType/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(((((((((((((((((((((((((data0 === "connection.created") || (data0 === "connection.deleted")) || (data0 === "connection.updated")) || (data0 === "group.created")) || (data0 === "group.deleted")) || (data0 === "group.member.added")) || (data0 === "group.member.deleted")) || (data0 === "group.role.assigned")) || (data0 === "group.role.deleted")) || (data0 === "group.updated")) || (data0 === "organization.connection.added")) || (data0 === "organization.connection.removed")) || (data0 === "organization.connection.updated")) || (data0 === "organization.created")) || (data0 === "organization.deleted")) || (data0 === "organization.group.role.assigned")) || (data0 === "organization.group.role.deleted")) || (data0 === "organization.member.added")) || (data0 === "organization.member.deleted")) || (data0 === "organization.member.role.assigned")) || (data0 === "organization.member.role.deleted")) || (data0 === "organization.updated")) || (data0 === "user.created")) || (data0 === "user.deleted")) || (data0 === "user.updated"))){
const err3 = {instancePath:instancePath+"/eventType",schemaPath:"#/properties/eventType/enum",keyword:"enum",params:{allowedValues: schema20.properties.eventType.enum}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.data !== undefined){
let data1 = data.data;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err4 = {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.timeoutSeconds !== undefined){
let data2 = data.timeoutSeconds;
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 3600 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/timeoutSeconds",schemaPath:"#/properties/timeoutSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/timeoutSeconds",schemaPath:"#/properties/timeoutSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/timeoutSeconds",schemaPath:"#/properties/timeoutSeconds/type",keyword:"type",params:{type: "number"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate19.errors = vErrors;
return errors === 0;
}

export const CiSettings = validate20;
const schema21 = {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","additionalProperties":false,"properties":{"stacks":{"type":"array","items":{"type":"string"}},"waves":{"type":"array","minItems":1,"items":{"type":"array","minItems":1,"items":{"type":"string"}}},"branch":{"type":"string","pattern":"^\\w[\\w./-]*$"},"runner":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[\\w./: -]+$"}},"schedule":{"type":"string","pattern":"^[\\w*/,-]+( [\\w*/,-]+){4}$"},"node":{"type":"integer","minimum":20},"pulumi":{"type":"string","pattern":"^\\d+\\.\\d+\\.\\d+$"},"environments":{"type":"object","additionalProperties":false,"properties":{"preview":{"type":"string","pattern":"^([\\w ./-]|\\{stack\\})+$"},"apply":{"type":"string","pattern":"^([\\w ./-]|\\{stack\\})+$"},"drift":{"type":"string","pattern":"^([\\w ./-]|\\{stack\\})+$"}}},"watch":{"type":"array","items":{"type":"string","pattern":"^(?!.*(\\*\\*[^/]|[^/]\\*\\*|\\.\\./))[\\w.@*][\\w./@*-]*$"}},"setup":{"type":"string","pattern":"^\\./?[\\w./-]+$"},"secrets":{"type":"array","uniqueItems":true,"items":{"type":"string","pattern":"^[A-Z_][A-Z0-9_]*$"}},"permissions":{"type":"array","uniqueItems":true,"items":{"type":"string","pattern":"^[a-z-]+: (read|write)$"}},"unmanaged":{"type":"boolean"},"refresh":{"type":"boolean"}},"$id":"CiSettings"};
const pattern10 = new RegExp("^\\w[\\w./-]*$", "u");
const pattern11 = new RegExp("^[\\w./: -]+$", "u");
const pattern12 = new RegExp("^[\\w*/,-]+( [\\w*/,-]+){4}$", "u");
const pattern13 = new RegExp("^\\d+\\.\\d+\\.\\d+$", "u");
const pattern14 = new RegExp("^([\\w ./-]|\\{stack\\})+$", "u");
const pattern17 = new RegExp("^(?!.*(\\*\\*[^/]|[^/]\\*\\*|\\.\\./))[\\w.@*][\\w./@*-]*$", "u");
const pattern18 = new RegExp("^\\./?[\\w./-]+$", "u");
const pattern19 = new RegExp("^[A-Z_][A-Z0-9_]*$", "u");
const pattern20 = new RegExp("^[a-z-]+: (read|write)$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="CiSettings" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func13.call(schema21.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.stacks !== undefined){
let data0 = data.stacks;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(typeof data0[i0] !== "string"){
const err1 = {instancePath:instancePath+"/stacks/" + i0,schemaPath:"#/properties/stacks/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/stacks",schemaPath:"#/properties/stacks/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.waves !== undefined){
let data2 = data.waves;
if(Array.isArray(data2)){
if(data2.length < 1){
const err3 = {instancePath:instancePath+"/waves",schemaPath:"#/properties/waves/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
let data3 = data2[i1];
if(Array.isArray(data3)){
if(data3.length < 1){
const err4 = {instancePath:instancePath+"/waves/" + i1,schemaPath:"#/properties/waves/items/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len2 = data3.length;
for(let i2=0; i2<len2; i2++){
if(typeof data3[i2] !== "string"){
const err5 = {instancePath:instancePath+"/waves/" + i1+"/" + i2,schemaPath:"#/properties/waves/items/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/waves/" + i1,schemaPath:"#/properties/waves/items/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/waves",schemaPath:"#/properties/waves/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.branch !== undefined){
let data5 = data.branch;
if(typeof data5 === "string"){
if(!pattern10.test(data5)){
const err8 = {instancePath:instancePath+"/branch",schemaPath:"#/properties/branch/pattern",keyword:"pattern",params:{pattern: "^\\w[\\w./-]*$"}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/branch",schemaPath:"#/properties/branch/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.runner !== undefined){
let data6 = data.runner;
if(Array.isArray(data6)){
if(data6.length < 1){
const err10 = {instancePath:instancePath+"/runner",schemaPath:"#/properties/runner/minItems",keyword:"minItems",params:{limit: 1}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len3 = data6.length;
for(let i3=0; i3<len3; i3++){
let data7 = data6[i3];
if(typeof data7 === "string"){
if(!pattern11.test(data7)){
const err11 = {instancePath:instancePath+"/runner/" + i3,schemaPath:"#/properties/runner/items/pattern",keyword:"pattern",params:{pattern: "^[\\w./: -]+$"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/runner/" + i3,schemaPath:"#/properties/runner/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/runner",schemaPath:"#/properties/runner/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.schedule !== undefined){
let data8 = data.schedule;
if(typeof data8 === "string"){
if(!pattern12.test(data8)){
const err14 = {instancePath:instancePath+"/schedule",schemaPath:"#/properties/schedule/pattern",keyword:"pattern",params:{pattern: "^[\\w*/,-]+( [\\w*/,-]+){4}$"}};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/schedule",schemaPath:"#/properties/schedule/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.node !== undefined){
let data9 = data.node;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err16 = {instancePath:instancePath+"/node",schemaPath:"#/properties/node/type",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 20 || isNaN(data9)){
const err17 = {instancePath:instancePath+"/node",schemaPath:"#/properties/node/minimum",keyword:"minimum",params:{comparison: ">=", limit: 20}};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
if(data.pulumi !== undefined){
let data10 = data.pulumi;
if(typeof data10 === "string"){
if(!pattern13.test(data10)){
const err18 = {instancePath:instancePath+"/pulumi",schemaPath:"#/properties/pulumi/pattern",keyword:"pattern",params:{pattern: "^\\d+\\.\\d+\\.\\d+$"}};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/pulumi",schemaPath:"#/properties/pulumi/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.environments !== undefined){
let data11 = data.environments;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
for(const key1 in data11){
if(!(((key1 === "preview") || (key1 === "apply")) || (key1 === "drift"))){
const err20 = {instancePath:instancePath+"/environments",schemaPath:"#/properties/environments/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1}};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data11.preview !== undefined){
let data12 = data11.preview;
if(typeof data12 === "string"){
if(!pattern14.test(data12)){
const err21 = {instancePath:instancePath+"/environments/preview",schemaPath:"#/properties/environments/properties/preview/pattern",keyword:"pattern",params:{pattern: "^([\\w ./-]|\\{stack\\})+$"}};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/environments/preview",schemaPath:"#/properties/environments/properties/preview/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data11.apply !== undefined){
let data13 = data11.apply;
if(typeof data13 === "string"){
if(!pattern14.test(data13)){
const err23 = {instancePath:instancePath+"/environments/apply",schemaPath:"#/properties/environments/properties/apply/pattern",keyword:"pattern",params:{pattern: "^([\\w ./-]|\\{stack\\})+$"}};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/environments/apply",schemaPath:"#/properties/environments/properties/apply/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data11.drift !== undefined){
let data14 = data11.drift;
if(typeof data14 === "string"){
if(!pattern14.test(data14)){
const err25 = {instancePath:instancePath+"/environments/drift",schemaPath:"#/properties/environments/properties/drift/pattern",keyword:"pattern",params:{pattern: "^([\\w ./-]|\\{stack\\})+$"}};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/environments/drift",schemaPath:"#/properties/environments/properties/drift/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/environments",schemaPath:"#/properties/environments/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.watch !== undefined){
let data15 = data.watch;
if(Array.isArray(data15)){
const len4 = data15.length;
for(let i4=0; i4<len4; i4++){
let data16 = data15[i4];
if(typeof data16 === "string"){
if(!pattern17.test(data16)){
const err28 = {instancePath:instancePath+"/watch/" + i4,schemaPath:"#/properties/watch/items/pattern",keyword:"pattern",params:{pattern: "^(?!.*(\\*\\*[^/]|[^/]\\*\\*|\\.\\./))[\\w.@*][\\w./@*-]*$"}};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/watch/" + i4,schemaPath:"#/properties/watch/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/watch",schemaPath:"#/properties/watch/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.setup !== undefined){
let data17 = data.setup;
if(typeof data17 === "string"){
if(!pattern18.test(data17)){
const err31 = {instancePath:instancePath+"/setup",schemaPath:"#/properties/setup/pattern",keyword:"pattern",params:{pattern: "^\\./?[\\w./-]+$"}};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/setup",schemaPath:"#/properties/setup/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.secrets !== undefined){
let data18 = data.secrets;
if(Array.isArray(data18)){
const len5 = data18.length;
for(let i5=0; i5<len5; i5++){
let data19 = data18[i5];
if(typeof data19 === "string"){
if(!pattern19.test(data19)){
const err33 = {instancePath:instancePath+"/secrets/" + i5,schemaPath:"#/properties/secrets/items/pattern",keyword:"pattern",params:{pattern: "^[A-Z_][A-Z0-9_]*$"}};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/secrets/" + i5,schemaPath:"#/properties/secrets/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
let i6 = data18.length;
let j0;
if(i6 > 1){
const indices0 = {};
for(;i6--;){
let item0 = data18[i6];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err35 = {instancePath:instancePath+"/secrets",schemaPath:"#/properties/secrets/uniqueItems",keyword:"uniqueItems",params:{i: i6, j: j0}};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
break;
}
indices0[item0] = i6;
}
}
}
else {
const err36 = {instancePath:instancePath+"/secrets",schemaPath:"#/properties/secrets/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.permissions !== undefined){
let data20 = data.permissions;
if(Array.isArray(data20)){
const len6 = data20.length;
for(let i7=0; i7<len6; i7++){
let data21 = data20[i7];
if(typeof data21 === "string"){
if(!pattern20.test(data21)){
const err37 = {instancePath:instancePath+"/permissions/" + i7,schemaPath:"#/properties/permissions/items/pattern",keyword:"pattern",params:{pattern: "^[a-z-]+: (read|write)$"}};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/permissions/" + i7,schemaPath:"#/properties/permissions/items/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
let i8 = data20.length;
let j1;
if(i8 > 1){
const indices1 = {};
for(;i8--;){
let item1 = data20[i8];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
const err39 = {instancePath:instancePath+"/permissions",schemaPath:"#/properties/permissions/uniqueItems",keyword:"uniqueItems",params:{i: i8, j: j1}};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
break;
}
indices1[item1] = i8;
}
}
}
else {
const err40 = {instancePath:instancePath+"/permissions",schemaPath:"#/properties/permissions/type",keyword:"type",params:{type: "array"}};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.unmanaged !== undefined){
if(typeof data.unmanaged !== "boolean"){
const err41 = {instancePath:instancePath+"/unmanaged",schemaPath:"#/properties/unmanaged/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.refresh !== undefined){
if(typeof data.refresh !== "boolean"){
const err42 = {instancePath:instancePath+"/refresh",schemaPath:"#/properties/refresh/type",keyword:"type",params:{type: "boolean"}};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}

export const ServiceAccount = validate21;
const schema22 = {"additionalProperties":true,"type":"object","required":["type","project_id","private_key","client_email"],"properties":{"type":{"type":"string","const":"service_account"},"project_id":{"type":"string","minLength":1},"private_key":{"type":"string","minLength":1},"client_email":{"type":"string","minLength":1}},"$id":"ServiceAccount"};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="ServiceAccount" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.type === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.project_id === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "project_id"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.private_key === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "private_key"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.client_email === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "client_email"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.type !== undefined){
let data0 = data.type;
if(typeof data0 !== "string"){
const err4 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if("service_account" !== data0){
const err5 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/const",keyword:"const",params:{allowedValue: "service_account"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.project_id !== undefined){
let data1 = data.project_id;
if(typeof data1 === "string"){
if(func2(data1) < 1){
const err6 = {instancePath:instancePath+"/project_id",schemaPath:"#/properties/project_id/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/project_id",schemaPath:"#/properties/project_id/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.private_key !== undefined){
let data2 = data.private_key;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err8 = {instancePath:instancePath+"/private_key",schemaPath:"#/properties/private_key/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/private_key",schemaPath:"#/properties/private_key/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.client_email !== undefined){
let data3 = data.client_email;
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err10 = {instancePath:instancePath+"/client_email",schemaPath:"#/properties/client_email/minLength",keyword:"minLength",params:{limit: 1}};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/client_email",schemaPath:"#/properties/client_email/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

